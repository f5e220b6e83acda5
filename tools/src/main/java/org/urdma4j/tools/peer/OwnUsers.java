package org.urdma4j.tools.peer;

import org.urdma4j.channel.RdmaChannel;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Whether a program of this machine is one of this process's user or of root, for a server on
 * loopback without keys: otherwise it would lend its rights to every user of the machine.
 */
public final class OwnUsers {
    private static final int ROOT = 0;

    private final SocketOwners owners;
    private final int usualPort;
    private final int user;

    /**
     * @param usualPort UDP port of both ends, unless a peer has another
     */
    public OwnUsers(int usualPort) throws IOException {
        this(new SocketOwners(), usualPort, ownUser());
    }

    /** As {@link #OwnUsers(int)}, with other tables and another user. */
    public OwnUsers(SocketOwners owners, int usualPort, int user) {
        this.owners = owners;
        this.usualPort = usualPort;
        this.user = user;
    }

    private static int ownUser() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /** Returns why the peer of a channel is refused, in a line; null if it isn't. */
    public String refusal(RdmaChannel channel) {
        return refusal(channel.remoteAddress().getAddress(), channel.remoteUdpPort());
    }

    /**
     * Returns why programs at an address are refused, in a line; null if they aren't.
     *
     * @param udpPort of theirs, 0 for the usual one
     */
    public String refusal(InetAddress peer, int udpPort) {
        int port = udpPort == 0 ? usualPort : udpPort;
        try {
            Set<Integer> users = owners.of(peer, port);
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
}
