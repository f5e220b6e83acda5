package org.urdma4j.transport.port.udp;

import io.netty.channel.uring.IoUring;

import org.junit.jupiter.api.Assumptions;
import org.urdma4j.verbs.IoTransport;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The kinds of socket that a {@link UdpPort} can use, for tests to run over each. */
public enum Sockets {
    EPOLL_IPV4("127.0.0.1", "127.0.0.2", IoTransport.EPOLL),
    IO_URING_IPV4("127.0.0.1", "127.0.0.2", IoTransport.IO_URING),
    NIO_IPV4("127.0.0.1", "127.0.0.2", IoTransport.NIO),
    EPOLL_IPV6("::1", "::1", IoTransport.EPOLL),
    IO_URING_IPV6("::1", "::1", IoTransport.IO_URING),
    NIO_IPV6("::1", "::1", IoTransport.NIO);

    private final InetAddress first;
    private final InetAddress second;
    private final IoTransport transport;

    Sockets(String first, String second, IoTransport transport) {
        this.first = InetAddress.ofLiteral(first);
        this.second = InetAddress.ofLiteral(second);
        this.transport = transport;
    }

    InetAddress first() {
        return first;
    }

    InetAddress second() {
        return second;
    }

    IoTransport transport() {
        return transport;
    }

    boolean ipv4() {
        return !first.equals(second);
    }

    /** Skips the test on machines without IPv6 or io_uring. */
    void assumeAvailable() {
        assumeRing();
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(first, 0))) {
            Assumptions.assumeTrue(socket.isBound());
        } catch (IOException e) {
            Assumptions.abort("skipped: this machine has no " + first + ", " + e.getMessage());
        }
    }

    private void assumeRing() {
        if (transport == IoTransport.IO_URING) {
            assumeRingAvailable();
        }
    }

    /** Skips the test where there is no io_uring, or an old one. */
    static void assumeRingAvailable() {
        Assumptions.assumeTrue(
                IoUring.isAvailable() && IoUring.isRecvMultishotEnabled(),
                "skipped: no io_uring of kernel 6.0 here");
    }

    /** Returns how to open the first of two ports. */
    public UdpPortConfig config() {
        assumeRing();
        int port = FreePort.on(first, second);
        return UdpPortConfig.builder(first).port(port).ioTransport(transport).build();
    }

    /** Returns how to open a peer of {@code config}; only over IPv4 there is another address. */
    public UdpPortConfig peerOf(UdpPortConfig config) {
        return UdpPortConfig.builder(second).port(config.port()).ioTransport(transport).build();
    }
}
