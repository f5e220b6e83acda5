package org.urdma4j.transport.port.raw;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.pfc.PauseState;
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
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.LinkMtu;
import org.urdma4j.transport.port.pipeline.LoopPort;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.PortOptions;
import org.urdma4j.transport.port.pipeline.SocketDrops;
import org.urdma4j.transport.port.pipeline.SocketLimits;
import org.urdma4j.transport.port.pipeline.TimerAlarm;
import org.urdma4j.transport.port.pipeline.UdpBatches;
import org.urdma4j.transport.stat.StatPublisher;
import org.urdma4j.transport.wire.Route;
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

/**
 * RoCEv1 and RoCEv2 in whole Ethernet frames, on the interface of one address. Drives its shard by
 * an event loop of its own, whose thread is a daemon.
 */
public final class RawPort extends LoopPort {
    private static final String NEEDS_CAPABILITY =
            "needs CAP_NET_RAW: run with sudo, or with 'setpriv --inh-caps=+net_raw"
                    + " --ambient-caps=+net_raw', or use the udp backend";

    private final PacketChannel channel;
    private final HeldPort held;
    private final NextHops hops;
    private final FrameRoutes routes;
    private final Link link;
    private final RawPortConfig config;
    private final LinkPauses pauses;
    private final int receiveCharge;

    private RawPort(
            PortLoop loop, RawPortConfig config, Link link, HeldPort held, PacketSocket socket) {
        Gid gid = Gid.of(config.local());
        PortOptions options = config.options();
        int receiveCharge = socket.receiveCharge();
        super(
                loop,
                options,
                List.of(
                        new GidEntry(gid, 0, 1, GidType.ROCE_V1, link.index()),
                        new GidEntry(gid, 1, 1, GidType.ROCE_V2, link.index())),
                new FrameNetworkHeader(),
                SocketLimits.engineFor(receiveCharge, gid.isIpv4Mapped()));
        this.config = config;
        this.link = link;
        this.held = held;
        this.receiveCharge = receiveCharge;
        routes =
                new FrameRoutes(
                        link.mac(), link.mtu(), options.dscp(), options.outbound().isEmpty());
        hops = new NextHops(link, config.local(), SystemClock::nowNs);
        channel = new PacketChannel(socket, UdpBatches.MAX_PACKETS, SystemClock::nowNs);
        SocketDrops drops = new SocketDrops(channel, socket::takeDrops, counters());
        FrameIcrc icrc = new FrameIcrc(counters());
        FlowControl flow = config.flowControl();
        long speed = speed(flow, socket, link);
        pauses = new LinkPauses(new PauseState(speed, flow.priorities()), shard()::onResumed);
        PauseHandler pausing =
                new PauseHandler(
                        pauses, guard(flow, speed, socket), counters(), SystemClock::nowNs);
        ChannelPipeline pipeline = channel.pipeline();
        options.outbound().ifPresent(stage -> pipeline.addLast(new OutboundStageHandler(stage)));
        NetworkHandler network =
                new NetworkHandler(
                        NetworkHandler.oneOf(List.of(gid)), counters(), UdpBatches.MAX_PACKETS);
        pipeline.addLast(new OffloadHandler(), new FrameHandler(), pausing, network);
        start(
                channel,
                new IcrcHandler(icrc, icrc::stamp, counters()),
                drops::onArrival,
                pausing::onTurn,
                flow.isOn() ? 1 : ShardDriver.BATCHES_PER_TURN);
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
                counters());
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
                            config.options().bufferBytes());
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
        ChannelFuture registered = loop().eventLoop().register(channel).awaitUninterruptibly();
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
    public int defaultGidIndex() {
        return config.gidType() == GidType.ROCE_V1 ? 0 : 1;
    }

    @Override
    public Mtu activeMtu() {
        return LinkMtu.largestWithin(link.mtu());
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
    public Route route(int sourceGidIndex, Gid destination) {
        return route(new AhAttr(GlobalRoute.to(destination, sourceGidIndex), 0, 1), 0);
    }

    @Override
    public Route route(AhAttr ah, int flow) {
        GlobalRoute to = ah.grh();
        GidEntry from = gid(to.sgidIndex());
        requireSameFamily(from.gid(), to.dgid());
        NextHop hop = hops.to(to.dgid());
        return routes.to(from.gidType(), from.gid(), to, ah.sl(), flow, hop)
                .heeding(pauses::isPaused);
    }

    @Override
    public Gid gidOf(Object source) {
        return ((FrameSource) source).gid();
    }

    @Override
    protected void release() {
        var _ = channel.close();
        hops.close();
        held.close();
    }
}
