package org.urdma4j.transport.port.raw;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.pfc.PauseState;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.frame.FrameHandler;
import org.urdma4j.transport.port.frame.FrameIcrc;
import org.urdma4j.transport.port.frame.FrameNetworkHeader;
import org.urdma4j.transport.port.frame.FrameRoutes;
import org.urdma4j.transport.port.frame.FrameSource;
import org.urdma4j.transport.port.frame.LinkPauses;
import org.urdma4j.transport.port.frame.NetworkHandler;
import org.urdma4j.transport.port.frame.NextHop;
import org.urdma4j.transport.port.frame.OutboundStageHandler;
import org.urdma4j.transport.port.frame.PauseHandler;
import org.urdma4j.transport.port.frame.ReceiveGuard;
import org.urdma4j.transport.port.linux.ControlFrames;
import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.HeldPort;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.linux.LinkSpeed;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.pipeline.BatchSender;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.InboundStageHandler;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.ShardHandler;
import org.urdma4j.transport.port.pipeline.SocketDrops;
import org.urdma4j.transport.port.pipeline.TimerAlarm;
import org.urdma4j.transport.port.udp.LinkMtu;
import org.urdma4j.transport.port.udp.SocketLimits;
import org.urdma4j.transport.port.udp.UdpBatches;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.stat.StatPublisher;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.VerbsException;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * RoCEv1 and RoCEv2 in whole Ethernet frames, on the interface of one address. Drives its shard by
 * an event loop of its own, whose thread is a daemon.
 */
public final class RawPort implements NetworkPort {
    private static final String NEEDS_CAPABILITY =
            "needs CAP_NET_RAW: run with sudo, or with 'setpriv --inh-caps=+net_raw"
                    + " --ambient-caps=+net_raw', or use the udp backend";

    private final PortLoop loop;
    private final PacketChannel channel;
    private final HeldPort held;
    private final NextHops hops;
    private final FrameRoutes routes;
    private final Link link;
    private final RawPortConfig config;
    private final List<GidEntry> gids;
    private final Shard shard;
    private final LinkPauses pauses;
    private final NetworkHeader networkHeader = new FrameNetworkHeader();
    private final Mtu mtu;
    private final int receiveCharge;

    private RawPort(
            PortLoop loop, RawPortConfig config, Link link, HeldPort held, PacketSocket socket) {
        this.loop = loop;
        this.config = config;
        this.link = link;
        this.held = held;
        InetAddress local = config.local();
        Gid gid = Gid.of(local);
        gids =
                List.of(
                        new GidEntry(gid, 0, 1, GidType.ROCE_V1, link.index()),
                        new GidEntry(gid, 1, 1, GidType.ROCE_V2, link.index()));
        mtu = LinkMtu.largestWithin(link.mtu());
        routes =
                new FrameRoutes(link.mac(), link.mtu(), config.dscp(), config.outbound().isEmpty());
        hops = new NextHops(link, local, SystemClock::nowNs);

        receiveCharge = socket.receiveCharge();
        EngineConfig engine =
                config.engine()
                        .orElseGet(() ->
                                SocketLimits.engineFor(
                                        receiveCharge, local instanceof Inet4Address));
        shard = new Shard(engine, config.random());
        Counters counters = shard.counters();
        TransmitBatch batch = UdpBatches.create();
        channel = new PacketChannel(socket, UdpBatches.MAX_PACKETS, SystemClock::nowNs);
        SocketDrops drops = new SocketDrops(channel, socket::takeDrops, counters);
        FrameIcrc icrc = new FrameIcrc(counters);
        FlowControl flow = config.flowControl();
        long speed = speed(flow, socket, link);
        pauses = new LinkPauses(new PauseState(speed, flow.priorities()), shard::onResumed);
        PauseHandler pausing =
                new PauseHandler(pauses, guard(flow, speed, socket), counters, SystemClock::nowNs);
        ChannelPipeline pipeline = channel.pipeline();
        config.outbound().ifPresent(stage -> pipeline.addLast(new OutboundStageHandler(stage)));
        NetworkHandler network =
                new NetworkHandler(
                        NetworkHandler.oneOf(List.of(gid)), counters, UdpBatches.MAX_PACKETS);
        pipeline.addLast(new OffloadHandler(), new FrameHandler(), pausing, network);
        LongUnaryOperator arrivals = pausing::onTurn;
        if (config.inbound().isPresent()) {
            InboundStageHandler stage = new InboundStageHandler(config.inbound().get());
            pipeline.addLast(stage);
            arrivals = nowNs -> Math.min(stage.poll(nowNs), pausing.onTurn(nowNs));
        }
        pipeline.addLast(new IcrcHandler(icrc, icrc::stamp, counters));
        Runnable afterRead =
                () -> {
                    drops.onArrival();
                    loop.turnAfterIo();
                };
        pipeline.addLast(new ShardHandler(shard, afterRead));
        BatchSender sender = new BatchSender(channel, counters, SystemClock::nowNs, loop::wake);
        loop.drive(
                new ShardDriver(
                        shard,
                        SystemClock::nowNs,
                        batch,
                        sender,
                        flow.isOn() ? 1 : ShardDriver.BATCHES_PER_TURN),
                arrivals);
    }

    private static long speed(FlowControl flow, PacketSocket socket, Link link) {
        return flow.bitsPerSecond() == 0 ? LinkSpeed.of(socket, link.name()) : flow.bitsPerSecond();
    }

    private ReceiveGuard guard(FlowControl flow, long speed, PacketSocket socket) {
        return new ReceiveGuard(
                flow,
                speed,
                link.mac(),
                socket::backlog,
                receiveCharge,
                new ControlFrames(socket)::send,
                shard.counters());
    }

    /**
     * Opens a port, in the network namespace of the calling thread.
     *
     * @throws VerbsException with {@link Errno#EPERM} without CAP_NET_RAW, {@link Errno#EADDRINUSE}
     *     if another socket holds RoCE's UDP port on this address, {@link Errno#EADDRNOTAVAIL} if
     *     the address is not this machine's, {@link Errno#EINVAL} if its interface isn't Ethernet,
     *     {@link Errno#EOPNOTSUPP} where there is no epoll
     */
    public static RawPort open(RawPortConfig config) {
        if (!Epoll.isAvailable()) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, "the raw backend is for Linux: use the udp backend");
        }
        InetAddress local = config.local();
        String where = local.getHostAddress();
        OpenFailure failure = new OpenFailure("raw " + where, where, Errno.EPERM, NEEDS_CAPABILITY);
        Link link = linkOf(local, failure);
        HeldPort held = null;
        PacketSocket socket = null;
        PortLoop loop = null;
        try {
            held = new HeldPort(local, Udp.ROCE_PORT);
            socket =
                    new PacketSocket(
                            link.index(),
                            FrameFilter.of(
                                    local, Udp.ROCE_PORT, EtherType.ROCE, EtherType.MAC_CONTROL),
                            config.socketBufferBytes());
            loop =
                    new PortLoop(
                            "urdma-raw-" + where,
                            EpollIoHandler.newFactory(),
                            TimerAlarm::create,
                            SystemClock::nowNs);
            RawPort port = new RawPort(loop, config, link, held, socket);
            port.register(where);
            StatPublisher.watch(port.description(), port);
            return port;
        } catch (RuntimeException e) {
            if (loop != null) {
                loop.close(() -> {});
            }
            if (socket != null) {
                socket.close();
            }
            if (held != null) {
                held.close();
            }
            throw e instanceof KernelRefusal refusal ? failure.explain(refusal) : e;
        }
    }

    private static Link linkOf(InetAddress local, OpenFailure failure) {
        Link link = Link.of(local).orElseThrow(() -> failure.notOurs(null));
        if (!link.isEthernet()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "%s of %s is no Ethernet interface: use the udp backend"
                            .formatted(link.name(), local.getHostAddress()));
        }
        return link;
    }

    private void register(String where) {
        ChannelFuture registered = loop.eventLoop().register(channel).awaitUninterruptibly();
        if (!registered.isSuccess()) {
            throw new VerbsException(
                    Errno.EIO, "raw %s can't be watched".formatted(where), registered.cause());
        }
    }

    @Override
    public String description() {
        return "raw %s on %s".formatted(config.local().getHostAddress(), link.name());
    }

    @Override
    public List<GidEntry> gids() {
        return gids;
    }

    @Override
    public int defaultGidIndex() {
        return config.gidType() == GidType.ROCE_V1 ? 0 : 1;
    }

    @Override
    public Mtu activeMtu() {
        return mtu;
    }

    @Override
    public int packetBytes() {
        return routes.packetBytes(config.local() instanceof Inet4Address);
    }

    /** Returns how many bytes the kernel lets wait in the receive buffer, as it reckons. */
    @Override
    public long receiveBufferBytes() {
        return receiveCharge;
    }

    @Override
    public boolean seesMarks() {
        return true;
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
        return route(new AhAttr(GlobalRoute.to(destination, sourceGidIndex), 0, 1), 0);
    }

    @Override
    public Route route(AhAttr ah, int flow) {
        GlobalRoute to = ah.grh();
        if (to.sgidIndex() >= gids.size()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "this port has %d GIDs, no index %d".formatted(gids.size(), to.sgidIndex()));
        }
        GidEntry from = gids.get(to.sgidIndex());
        if (to.dgid().isIpv4Mapped() != from.gid().isIpv4Mapped()) {
            throw new VerbsException(
                    Errno.ENETUNREACH,
                    "%s can't be reached from %s: open a device with an address of the same family"
                            .formatted(to.dgid(), from.gid()));
        }
        NextHop hop = hops.to(to.dgid());
        return routes.to(from.gidType(), from.gid(), to, ah.sl(), flow, hop)
                .heeding(pauses::isPaused);
    }

    @Override
    public Gid gidOf(Object source) {
        return ((FrameSource) source).gid();
    }

    @Override
    public <T> T call(Supplier<T> task) {
        return loop.call(task);
    }

    @Override
    public void wake() {
        loop.wake();
    }

    @Override
    public void close() {
        loop.close(() -> {
            var _ = channel.close();
            hops.close();
            held.close();
            config.inbound().ifPresent(InboundStage::close);
            config.outbound().ifPresent(OutboundStage::close);
        });
    }

    @Override
    public String toString() {
        return description();
    }
}
