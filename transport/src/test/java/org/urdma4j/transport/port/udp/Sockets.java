package org.urdma4j.transport.port.udp;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The kinds of socket that a {@link UdpPort} can use, for tests to run over each. */
public enum Sockets {
    EPOLL_IPV4("127.0.0.1", "127.0.0.2", true),
    NIO_IPV4("127.0.0.1", "127.0.0.2", false),
    EPOLL_IPV6("::1", "::1", true),
    NIO_IPV6("::1", "::1", false);

    private final InetAddress first;
    private final InetAddress second;
    private final boolean epoll;

    Sockets(String first, String second, boolean epoll) {
        this.first = InetAddress.ofLiteral(first);
        this.second = InetAddress.ofLiteral(second);
        this.epoll = epoll;
    }

    InetAddress first() {
        return first;
    }

    InetAddress second() {
        return second;
    }

    boolean epoll() {
        return epoll;
    }

    boolean ipv4() {
        return !first.equals(second);
    }

    /** Skips the test on machines without IPv6. */
    void assumeAvailable() {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(first, 0))) {
            Assumptions.assumeTrue(socket.isBound());
        } catch (IOException e) {
            Assumptions.abort("skipped: this machine has no " + first + ", " + e.getMessage());
        }
    }

    /** Returns how to open the first of two ports. */
    public UdpPortConfig config() {
        int port = FreePort.on(first, second);
        return UdpPortConfig.builder(first).port(port).epoll(epoll).build();
    }

    /** Returns how to open a peer of {@code config}; only over IPv4 there is another address. */
    public UdpPortConfig peerOf(UdpPortConfig config) {
        return UdpPortConfig.builder(second).port(config.port()).epoll(epoll).build();
    }
}
