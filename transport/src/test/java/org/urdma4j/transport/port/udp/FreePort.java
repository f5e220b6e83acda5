package org.urdma4j.transport.port.udp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.List;

/** Finds UDP ports and loopback addresses for tests. */
public final class FreePort {
    private static final int ATTEMPTS = 100;

    private FreePort() {}

    /** Returns a port that was free on both addresses, which may be the same, just now. */
    public static int on(InetAddress one, InetAddress other) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(one, 0))) {
                int port = socket.getLocalPort();
                if (one.equals(other) || isFree(new InetSocketAddress(other, port))) {
                    return port;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new IllegalStateException("no UDP port is free on both " + one + " and " + other);
    }

    /** Returns a port that was free on all these addresses just now. */
    public static int onAll(InetAddress first, List<InetAddress> others) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = on(first, first);
            if (others.stream().allMatch(one -> isFree(new InetSocketAddress(one, port)))) {
                return port;
            }
        }
        throw new IllegalStateException("no UDP port is free on " + first + " and " + others);
    }

    private static boolean isFree(InetSocketAddress address) {
        try (DatagramSocket socket = new DatagramSocket(address)) {
            return socket.isBound();
        } catch (SocketException _) {
            return false;
        }
    }
}
