package org.urdma4j.transport.port.udp;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;

import org.urdma4j.transport.port.RebuiltHeader;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.pipeline.IcrcCheck;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.IcrcStamp;
import org.urdma4j.transport.port.pipeline.LinkMtu;
import org.urdma4j.transport.port.pipeline.LoopPort;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.RefusalProbes;
import org.urdma4j.transport.port.pipeline.SocketDrops;
import org.urdma4j.transport.port.pipeline.SocketLimits;
import org.urdma4j.transport.port.pipeline.TransportIcrcCheck;
import org.urdma4j.transport.stat.StatPublisher;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.VerbsException;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * RoCEv2 through one UDP socket, unprivileged. Drives its shard by an event loop of its own, whose
 * thread is a daemon.
 */
public final class UdpPort extends LoopPort {
    private final UdpTransport transport;
    private final DatagramChannel channel;
    private final boolean segments;
    private final InetSocketAddress local;
    private final LinkMtu link;
    private final int receiveCharge;
    private final RefusalProbes probes;

    private UdpPort(
            PortLoop loop, UdpPortConfig config, UdpTransport transport, DatagramChannel channel) {
        InetSocketAddress local = new InetSocketAddress(config.local(), config.port());
        Gid gid = Gid.of(config.local());
        LinkMtu link = LinkMtu.of(config.local());
        int receiveCharge = transport.receiveCharge(channel);
        super(
                loop,
                config.options(),
                List.of(new GidEntry(gid, 0, 1, GidType.ROCE_V2, link.interfaceIndex())),
                new RebuiltHeader(gid, source -> Gid.of(((InetSocketAddress) source).getAddress())),
                SocketLimits.engineFor(receiveCharge, gid.isIpv4Mapped()));
        this.transport = transport;
        this.channel = channel;
        this.local = local;
        this.link = link;
        this.receiveCharge = receiveCharge;
        probes = new RefusalProbes(loop.eventLoop(), transport::newChannel);
        Optional<OutboundStage> outbound = config.options().outbound();
        segments = transport.segments() && outbound.isEmpty();
        ChannelPipeline pipeline = channel.pipeline();
        outbound.ifPresent(stage -> pipeline.addLast(new DatagramStageHandler(stage)));
        pipeline.addLast(
                new InboundDatagrams(SystemClock::nowNs),
                new OutboundDatagrams(batch(), counters()));
        start(
                channel,
                icrc(config.icrc()),
                onArrival(),
                _ -> Long.MAX_VALUE,
                ShardDriver.BATCHES_PER_TURN);
    }

    private IcrcHandler icrc(IcrcMode mode) {
        IcrcCheck check =
                switch (mode) {
                    case STANDARD -> new SocketIcrcCheck(local, counters());
                    case TRANSPORT_ONLY -> new TransportIcrcCheck(counters());
                    case OFF -> IcrcCheck.NONE;
                };
        IcrcStamp stamp = new IcrcStamp(mode);
        return new IcrcHandler(check, run -> stamp(stamp, run), counters());
    }

    private static void stamp(IcrcStamp stamp, OutboundRun run) {
        TransmitBatch batch = run.batch();
        stamp.stamp(batch, ((UdpRoute) batch.route()).flow(), run.isSegmented());
    }

    private Runnable onArrival() {
        return channel instanceof EpollDatagramChannel epoll
                ? new SocketDrops(channel, new MemInfo(epoll), counters())::onArrival
                : () -> {};
    }

    /**
     * Opens a port.
     *
     * @throws VerbsException with {@link Errno#EINVAL} if the address is not one to bind to, {@link
     *     Errno#EADDRINUSE} if another socket holds address and port, {@link Errno#EADDRNOTAVAIL}
     *     if the address is not this machine's, {@link Errno#EACCES} if the port is reserved
     */
    public static UdpPort open(UdpPortConfig config) {
        InetAddress address = config.local();
        if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "bind to one address of this machine, not to "
                            + address.getHostAddress()
                            + ": peers know a device by its address, and the ICRC covers it");
        }
        String where = text(new InetSocketAddress(address, config.port()));
        UdpTransport transport = UdpTransport.choose(config.epoll());
        PortLoop loop =
                new PortLoop(
                        "urdma-udp-" + where,
                        transport.ioHandlers(),
                        transport.alarms(),
                        SystemClock::nowNs);
        try {
            UdpPort port = new UdpPort(loop, config, transport, channel(config, transport));
            port.bind(where);
            StatPublisher.watch(port.description(), port);
            return port;
        } catch (RuntimeException e) {
            abandon(loop, config.options());
            throw e instanceof ChannelException
                    ? new VerbsException(Errno.EIO, "no UDP socket can be set up for " + where, e)
                    : e;
        }
    }

    private static DatagramChannel channel(UdpPortConfig config, UdpTransport transport) {
        DatagramChannel channel =
                transport.open(
                        config.local() instanceof Inet4Address
                                ? SocketProtocolFamily.INET
                                : SocketProtocolFamily.INET6,
                        config.options().bufferBytes());
        if (config.options().dscp() > 0) {
            UdpTransport.mark(channel, config.options().dscp());
        }
        return channel;
    }

    private void bind(String where) {
        ChannelFuture registered = loop().eventLoop().register(channel).awaitUninterruptibly();
        ChannelFuture bound =
                registered.isSuccess() ? channel.bind(local).awaitUninterruptibly() : registered;
        if (!bound.isSuccess()) {
            throw new OpenFailure(
                            "UDP " + where,
                            where,
                            Errno.EACCES,
                            "can't be opened without privilege: use a port from 1024 on")
                    .explain(bound.cause());
        }
    }

    private static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    @Override
    public String description() {
        String slowly = transport == UdpTransport.EPOLL ? "" : " over NIO";
        return "udp " + text(local) + slowly;
    }

    @Override
    public Mtu activeMtu() {
        return link.mtu();
    }

    @Override
    public int packetBytes() {
        return link.datagram(local.getAddress() instanceof Inet4Address);
    }

    /**
     * Returns how many bytes the kernel lets wait in the receive buffer, as it reckons: twice what
     * was granted, and each packet costs more than its length.
     */
    @Override
    public long receiveBufferBytes() {
        return receiveCharge;
    }

    @Override
    public Route route(int sourceGidIndex, Gid destination) {
        requireSameFamily(gid(sourceGidIndex).gid(), destination);
        InetAddress remote = SocketLimits.scoped(destination.toInetAddress(), local.getAddress());
        return new UdpRoute(local, new InetSocketAddress(remote, local.getPort()), segments);
    }

    @Override
    public Gid gidOf(Object source) {
        return Gid.of(((InetSocketAddress) source).getAddress());
    }

    @Override
    public void probe(Gid peer, Runnable refused) {
        probes.ask(((UdpRoute) route(0, peer)).remote(), refused);
    }

    @Override
    protected void release() {
        var _ = channel.close();
        probes.close();
    }
}
