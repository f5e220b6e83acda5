package org.urdma4j.transport.port.udp;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;

import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.RebuiltHeader;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.pipeline.BatchSender;
import org.urdma4j.transport.port.pipeline.IcrcCheck;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.IcrcStamp;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.InboundStageHandler;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.ShardHandler;
import org.urdma4j.transport.port.pipeline.SocketDrops;
import org.urdma4j.transport.port.pipeline.TransportIcrcCheck;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.stat.StatPublisher;
import org.urdma4j.transport.wire.NetworkHeader;
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
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * RoCEv2 through one UDP socket, unprivileged. Drives its shard by an event loop of its own, whose
 * thread is a daemon.
 */
public final class UdpPort implements NetworkPort {
    private final PortLoop loop;
    private final UdpTransport transport;
    private final DatagramChannel channel;
    private final Shard shard;
    private final NetworkHeader networkHeader;
    private final UdpPortConfig config;
    private final boolean segments;
    private final InetSocketAddress local;
    private final List<GidEntry> gids;
    private final Mtu mtu;
    private final int packetBytes;
    private final int receiveCharge;
    private final RefusalProbes probes;

    private UdpPort(PortLoop loop, UdpPortConfig config, UdpTransport transport) {
        this.loop = loop;
        this.transport = transport;
        this.config = config;
        local = new InetSocketAddress(config.local(), config.port());
        boolean ipv4 = config.local() instanceof Inet4Address;
        SocketProtocolFamily family = ipv4 ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6;
        LinkMtu link = LinkMtu.of(config.local());
        mtu = link.mtu();
        packetBytes = link.datagram(ipv4);
        Gid gid = Gid.of(config.local());
        gids = List.of(new GidEntry(gid, 0, 1, GidType.ROCE_V2, link.interfaceIndex()));

        probes = new RefusalProbes(loop.eventLoop(), transport);
        networkHeader =
                new RebuiltHeader(gid, source -> Gid.of(((InetSocketAddress) source).getAddress()));

        channel = transport.open(family, config.socketBufferBytes());
        if (config.dscp() > 0) {
            UdpTransport.mark(channel, config.dscp());
        }
        receiveCharge = transport.receiveCharge(channel);
        EngineConfig engine =
                config.engine().orElseGet(() -> SocketLimits.engineFor(receiveCharge, ipv4));
        shard = new Shard(engine, config.random());
        Counters counters = shard.counters();
        segments = transport.segments() && config.outbound().isEmpty();
        TransmitBatch batch = UdpBatches.create();
        LongUnaryOperator arrivals = fill(channel.pipeline(), batch);
        BatchSender sender = new BatchSender(channel, counters, SystemClock::nowNs, loop::wake);
        loop.drive(new ShardDriver(shard, SystemClock::nowNs, batch, sender), arrivals);
    }

    /** Adds the handlers; returns what passes on what the inbound stage has due. */
    private LongUnaryOperator fill(ChannelPipeline pipeline, TransmitBatch batch) {
        Counters counters = shard.counters();
        config.outbound().ifPresent(stage -> pipeline.addLast(new DatagramStageHandler(stage)));
        pipeline.addLast(
                new InboundDatagrams(SystemClock::nowNs), new OutboundDatagrams(batch, counters));
        LongUnaryOperator arrivals = _ -> InboundStage.NEVER;
        if (config.inbound().isPresent()) {
            InboundStageHandler stage = new InboundStageHandler(config.inbound().get());
            pipeline.addLast(stage);
            arrivals = stage::poll;
        }
        IcrcStamp stamp = new IcrcStamp(config.icrc());
        pipeline.addLast(
                new IcrcHandler(check(counters), run -> stamp(stamp, run), counters),
                new ShardHandler(shard, afterRead(counters)));
        return arrivals;
    }

    private static void stamp(IcrcStamp stamp, OutboundRun run) {
        TransmitBatch batch = run.batch();
        stamp.stamp(batch, ((UdpRoute) batch.route()).flow(), run.isSegmented());
    }

    private IcrcCheck check(Counters counters) {
        return switch (config.icrc()) {
            case STANDARD -> new SocketIcrcCheck(local, counters);
            case TRANSPORT_ONLY -> new TransportIcrcCheck(counters);
            case OFF -> IcrcCheck.NONE;
        };
    }

    private Runnable afterRead(Counters counters) {
        if (channel instanceof EpollDatagramChannel epoll) {
            SocketDrops drops = new SocketDrops(channel, new MemInfo(epoll), counters);
            return () -> {
                drops.onArrival();
                loop.turnAfterIo();
            };
        }
        return loop::turnAfterIo;
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
            UdpPort port = new UdpPort(loop, config, transport);
            port.bind(where);
            StatPublisher.watch(port.description(), port);
            return port;
        } catch (RuntimeException e) {
            loop.close(() -> {});
            throw e instanceof ChannelException
                    ? new VerbsException(Errno.EIO, "no UDP socket can be set up for " + where, e)
                    : e;
        }
    }

    private void bind(String where) {
        ChannelFuture registered = loop.eventLoop().register(channel).awaitUninterruptibly();
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
    public List<GidEntry> gids() {
        return gids;
    }

    @Override
    public Mtu activeMtu() {
        return mtu;
    }

    @Override
    public int packetBytes() {
        return packetBytes;
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
    public NetworkHeader networkHeader() {
        return networkHeader;
    }

    @Override
    public Shard shard() {
        return shard;
    }

    @Override
    public Route route(int sourceGidIndex, Gid destination) {
        if (sourceGidIndex != 0) {
            throw new VerbsException(
                    Errno.EINVAL, "this port has GID index 0 only, not " + sourceGidIndex);
        }
        InetAddress remote = SocketLimits.scoped(destination.toInetAddress(), local.getAddress());
        if (remote instanceof Inet4Address != local.getAddress() instanceof Inet4Address) {
            throw new VerbsException(
                    Errno.ENETUNREACH,
                    "%s can't be reached from %s: open a device with an address of the same family"
                            .formatted(remote.getHostAddress(), text(local)));
        }
        return new UdpRoute(local, new InetSocketAddress(remote, local.getPort()), segments);
    }

    @Override
    public Gid gidOf(Object source) {
        return Gid.of(((InetSocketAddress) source).getAddress());
    }

    @Override
    public <T> T call(Supplier<T> task) {
        return loop.call(task);
    }

    @Override
    public void probe(Gid peer, Runnable refused) {
        probes.ask(((UdpRoute) route(0, peer)).remote(), refused);
    }

    @Override
    public void wake() {
        loop.wake();
    }

    @Override
    public void close() {
        loop.close(() -> {
            var _ = channel.close();
            probes.close();
            config.inbound().ifPresent(InboundStage::close);
            config.outbound().ifPresent(OutboundStage::close);
        });
    }

    @Override
    public String toString() {
        return description();
    }
}
