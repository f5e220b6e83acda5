package org.urdma4j.transport.port.keys;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Finds a TCP port for devices of one test to agree on keys. */
public final class FreeKeyPort {
    private FreeKeyPort() {}

    /** Returns one that nobody has on any of the addresses. */
    public static int on(InetAddress... addresses) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (InetAddress address : addresses) {
                int port = held.isEmpty() ? 0 : held.getFirst().getLocalPort();
                held.add(new ServerSocket(port, 1, address));
            }
            return held.getFirst().getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        } finally {
            for (ServerSocket one : held) {
                close(one);
            }
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
