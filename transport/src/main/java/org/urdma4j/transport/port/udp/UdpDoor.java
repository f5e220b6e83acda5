package org.urdma4j.transport.port.udp;

import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;

import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.verbs.Errno;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A socket of a port: one of its addresses, with the port that peers send to or, only to send from,
 * one that the system chooses. Opened and bound by any thread, closed by the event loop.
 */
final class UdpDoor {
    /** For strays: peers don't send to the ports that we only send from. */
    private static final int STRAYS_BYTES = 64 << 10;

    private static final int SYSTEM_CHOOSES = 0;

    private final DatagramChannel channel;
    private final int gidIndex;
    private volatile InetSocketAddress local;

    /**
     * Opens a socket, which isn't bound yet.
     *
     * @param gidIndex of its address
     * @param entropy 0 for the port of the configuration
     */
    UdpDoor(UdpPortConfig config, UdpTransport transport, int gidIndex, int entropy) {
        InetAddress address = config.addresses().get(gidIndex);
        int port = entropy == 0 ? config.port() : SYSTEM_CHOOSES;
        this.gidIndex = gidIndex;
        this.local = new InetSocketAddress(address, port);
        int bytes = config.options().bufferBytes();
        this.channel =
                transport.open(
                        address instanceof Inet4Address
                                ? SocketProtocolFamily.INET
                                : SocketProtocolFamily.INET6,
                        entropy == 0 ? bytes : Math.min(bytes, STRAYS_BYTES),
                        bytes);
        if (config.options().dscp() > 0) {
            UdpTransport.mark(channel, config.options().dscp());
        }
    }

    /**
     * Registers and binds it; what arrives from then on goes through its pipeline.
     *
     * @param reading what reads in place of Netty, if anything does
     * @throws org.urdma4j.verbs.VerbsException as {@link UdpPort#open}
     */
    void bind(EventLoop loop, Optional<DatagramIntake.Shared> reading) {
        channel.config().setAutoRead(reading.isEmpty());
        ChannelFuture registered = loop.register(channel).awaitUninterruptibly();
        ChannelFuture bound =
                registered.isSuccess() ? channel.bind(local).awaitUninterruptibly() : registered;
        if (!bound.isSuccess()) {
            String where = UdpPort.text(local);
            throw new OpenFailure(
                            "UDP " + where,
                            where,
                            Errno.EACCES,
                            "can't be opened without privilege: use a port from 1024 on")
                    .explain(bound.cause());
        }
        local = new InetSocketAddress(local.getAddress(), channel.localAddress().getPort());
        reading.ifPresent(
                shared -> new DatagramIntake(epoll(), shared, SystemClock::nowNs).start());
    }

    private EpollDatagramChannel epoll() {
        return (EpollDatagramChannel) channel;
    }

    DatagramChannel channel() {
        return channel;
    }

    int gidIndex() {
        return gidIndex;
    }

    /** Returns where packets leave from; the port is 0 until it is known. */
    InetSocketAddress local() {
        return local;
    }

    /** Ends it before an event loop has it; afterwards without effect. */
    void abandon() {
        if (!channel.isRegistered()) {
            channel.unsafe().closeForcibly();
        }
    }

    /** Closes it, on the event loop, if that has it. */
    void close() {
        if (channel.isRegistered()) {
            var _ = channel.close();
        }
    }
}
