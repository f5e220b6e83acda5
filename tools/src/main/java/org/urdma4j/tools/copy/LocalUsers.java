package org.urdma4j.tools.copy;

import org.urdma4j.copy.wire.Listener;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Takes programs of this process's user and of root alone, for a server on loopback without keys:
 * otherwise it would lend its rights to every user of the machine.
 */
final class LocalUsers implements Listener {
    private static final int ROOT = 0;

    private final Listener clients;
    private final SocketOwners owners;
    private final int port;
    private final int user;

    /**
     * @param clients is closed with this
     * @param port UDP port of both ends
     */
    LocalUsers(Listener clients, int port) throws IOException {
        this(clients, new SocketOwners(), port, ownUser());
    }

    LocalUsers(Listener clients, SocketOwners owners, int port, int user) {
        this.clients = clients;
        this.owners = owners;
        this.port = port;
        this.user = user;
    }

    private static int ownUser() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    @Override
    public Accepted accept() throws IOException {
        Accepted client = clients.accept();
        return new Accepted(client.channel(), client.peer(), refusal(client.peer()));
    }

    private String refusal(String peer) {
        try {
            Set<Integer> users = owners.of(InetAddress.getByName(peer), port);
            boolean known = !users.isEmpty();
            users.remove(user);
            users.remove(ROOT);
            return known && users.isEmpty()
                    ? null
                    : "this server takes programs of its own user and of root alone: start it with"
                            + " --protect psk:FILE, or with --insecure for all users of this"
                            + " machine";
        } catch (IOException e) {
            return "this server can't tell whose program asks (%s): start it with --protect psk:FILE, or with --insecure for all users of this machine"
                    .formatted(e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        clients.close();
    }
}
