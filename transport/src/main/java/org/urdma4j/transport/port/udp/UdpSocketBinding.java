package org.urdma4j.transport.port.udp;

import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.UnixChannel;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.PortGroup;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.transport.shard.ShardNumber;
import org.urdma4j.verbs.Errno;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A socket of a port: one of its addresses, with the port that peers send to or, only to send from,
 * one that the system chooses. Opened and bound by any thread, closed by the event loop.
 */
final class UdpSocketBinding {
    /** For strays: peers don't send to the ports that we only send from. */
    private static final int STRAYS_BYTES = 64 << 10;

    private static final int SYSTEM_CHOOSES = 0;

    /** The word of the BTH whose lower bits are the destination queue pair. */
    private static final int DESTINATION_WORD = 4;

    private final DatagramChannel channel;
    private final SocketProtocolFamily family;
    private final TrafficClass trafficClass;
    private final int gidIndex;
    private final Sharing sharing;

    /** Whether peers send to it. */
    private final boolean mainly;

    private volatile InetSocketAddress local;
    private volatile boolean seesMarks;

    /** What other sockets of the device have to do with the address and port of this one. */
    enum Sharing {
        /** None may have them. */
        ALONE,
        /** Further ones may, once this one has them. */
        FIRST,
        /** The first has them already. */
        FURTHER,
        /** It is a multicast group's: every device of this machine may have them. */
        GROUP
    }

    /**
     * Opens a socket, which isn't bound yet.
     *
     * @param gidIndex of its address
     * @param entropy 0 for the port of the configuration
     */
    UdpSocketBinding(
            UdpPortConfig config,
            UdpTransport transport,
            int gidIndex,
            int entropy,
            Sharing sharing) {
        int port = entropy == 0 ? config.port() : SYSTEM_CHOOSES;
        InetSocketAddress at = new InetSocketAddress(config.addresses().get(gidIndex), port);
        this(config, transport, at, gidIndex, entropy, sharing);
        UdpScope.sendGroupsBy(channel, at.getAddress());
    }

    private UdpSocketBinding(
            UdpPortConfig config,
            UdpTransport transport,
            InetSocketAddress at,
            int gidIndex,
            int entropy,
            Sharing sharing) {
        this.gidIndex = gidIndex;
        this.sharing = sharing;
        this.mainly = entropy == 0;
        this.local = at;
        this.family =
                at.getAddress() instanceof Inet4Address
                        ? SocketProtocolFamily.INET
                        : SocketProtocolFamily.INET6;
        int bytes = config.options().bufferBytes();
        this.channel =
                transport.open(family, entropy == 0 ? bytes : Math.min(bytes, STRAYS_BYTES), bytes);
        if (config.without().contains(UdpOffload.GRO)) {
            transport.keepArrivalsApart(channel);
        }
        this.trafficClass = new TrafficClass(channel, config.options().dscp());
    }

    /**
     * Opens the socket of a multicast group, which isn't bound yet.
     *
     * @param at the group and the device's UDP port
     * @param index what its packets have in place of the index of a GID
     */
    static UdpSocketBinding ofGroup(
            UdpPortConfig config, UdpTransport transport, InetSocketAddress at, int index) {
        return new UdpSocketBinding(config, transport, at, index, 0, Sharing.GROUP);
    }

    /**
     * Registers and binds it. One that others are to share the port with is bound like one that
     * stands alone, and lets them in only then: otherwise it could join a stranger's, instead of
     * finding out that the port is taken. What arrives from then on goes through its pipeline.
     *
     * @param reading what reads in place of Netty, if anything does
     * @throws org.urdma4j.verbs.VerbsException as {@link UdpPort#open}
     */
    void bind(EventLoop loop, Optional<SocketReading> reading) {
        channel.config().setAutoRead(reading.isEmpty());
        seesMarks = reading.isPresent() && UdpTransport.showTrafficClass(channel, family);
        if (sharing == Sharing.FURTHER) {
            UdpTransport.share(channel);
        } else if (sharing == Sharing.GROUP) {
            UdpScope.forGroup(channel, family);
        }
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
        if (sharing == Sharing.FIRST) {
            UdpTransport.share(channel);
        }
        local = new InetSocketAddress(local.getAddress(), channel.localAddress().getPort());
        reading.ifPresent(how -> how.start(channel, mainly, SystemClock::nowNs));
    }

    DatagramChannel channel() {
        return channel;
    }

    /** Returns the traffic class of what leaves by it. */
    TrafficClass trafficClass() {
        return trafficClass;
    }

    /** Returns whether what comes tells which packets a queue has marked; once it is bound. */
    boolean seesMarks() {
        return seesMarks;
    }

    int gidIndex() {
        return gidIndex;
    }

    /** Returns where packets leave from; the port is 0 until it is known. */
    InetSocketAddress local() {
        return local;
    }

    /**
     * Has the kernel give packets to the sockets that share the port by their queue pairs.
     *
     * @param count sockets, of which this is one; all are bound
     * @throws KernelRefusal if it can't
     */
    void steer(int count) {
        PortGroup.steer(
                ((UnixChannel) channel).fd().intValue(),
                DESTINATION_WORD,
                Bth.QPN_MASK,
                ShardNumber.FIRST_QPN,
                count);
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
