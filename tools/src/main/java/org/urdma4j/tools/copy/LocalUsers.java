package org.urdma4j.tools.copy;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.tools.peer.OwnUsers;

import java.io.IOException;
import java.net.InetAddress;

/**
 * Takes programs of this process's user and of root alone, for a server on loopback without keys:
 * otherwise it would lend its rights to every user of the machine.
 */
final class LocalUsers implements Listener {
    private final Listener clients;
    private final OwnUsers users;

    /**
     * @param clients is closed with this
     * @param port UDP port of both ends
     */
    LocalUsers(Listener clients, int port) throws IOException {
        this(clients, new OwnUsers(port));
    }

    LocalUsers(Listener clients, OwnUsers users) {
        this.clients = clients;
        this.users = users;
    }

    @Override
    public Accepted accept() throws IOException {
        Accepted client = clients.accept();
        String refusal =
                client.channel() instanceof RdmaChannel channel
                        ? users.refusal(channel)
                        : users.refusal(InetAddress.getByName(client.peer()), 0);
        return new Accepted(client.channel(), client.peer(), refusal);
    }

    @Override
    public void close() throws IOException {
        clients.close();
    }
}
