package org.urdma4j.transport.port.udp;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.unix.UnixChannel;

import org.urdma4j.transport.jfr.Flight;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.RebuiltHeader;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.linux.DatagramWriter;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.RouteMtu;
import org.urdma4j.transport.port.pipeline.BusyPoll;
import org.urdma4j.transport.port.pipeline.IcrcCheck;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.IcrcStamp;
import org.urdma4j.transport.port.pipeline.LinkMtu;
import org.urdma4j.transport.port.pipeline.LoopHandoff;
import org.urdma4j.transport.port.pipeline.LoopPort;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.port.pipeline.PortChannel;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.RefusalProbes;
import org.urdma4j.transport.port.pipeline.SocketDrops;
import org.urdma4j.transport.port.pipeline.SocketLimits;
import org.urdma4j.transport.port.pipeline.TransportIcrcCheck;
import org.urdma4j.transport.shard.ShardNumber;
import org.urdma4j.transport.stat.StatPublisher;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.wire.TransportAddress;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * RoCEv2 through UDP sockets, one or several, unprivileged. Drives its shard by an event loop of
 * its own, whose thread is a daemon. With several event loops each is a port of its own, all with
 * the same addresses and UDP port; what is opened is the first of them.
 */
public final class UdpPort extends LoopPort {
    /** Payload of a packet, in bytes, for which two more pieces cost less than a copy. */
    private static final int LEAST_GATHERED = 1024;

    private final UdpTransport transport;
    private final UdpSocketBindings bindings;
    private final boolean segments;
    private final Optional<DatagramWriter> gathering;
    private final int peerPort;
    private final int receiveCharge;
    private final RefusalProbes probes;
    private final UdpGroups groups;

    /** Whether packets are answered where they come from, whatever the peer's UDP port. */
    private final boolean translatable;

    private volatile List<NetworkPort> loops = List.of(this);

    private UdpPort(
            PortLoop loop,
            UdpPortConfig config,
            UdpTransport transport,
            UdpSocketBindings bindings,
            Optional<SocketReading> reading,
            ShardNumber number,
            LoopHandoff.Rings rings) {
        // one socket's, though each address has its own: a peer may send everything to one
        int receiveCharge = transport.receiveCharge(bindings.first().channel());
        RebuiltHeader header =
                new RebuiltHeader(
                        config.addresses().stream().map(Gid::of).toList(),
                        source -> Gid.of(((InetSocketAddress) source).getAddress()));
        super(
                loop,
                config.options(),
                bindings.gids(),
                header,
                SocketLimits.engineFor(receiveCharge, bindings.allIpv4(), number.count()),
                number);
        this.transport = transport;
        this.bindings = bindings;
        peerPort = config.peerPort();
        this.receiveCharge = receiveCharge;
        probes = new RefusalProbes(loop.eventLoop(), transport::newChannel);
        Optional<OutboundStage> outbound = config.options().outbound();
        segments =
                transport.segments()
                        && !config.without().contains(UdpOffload.GSO)
                        && outbound.isEmpty();
        gathering = segments ? transport.gathering() : Optional.empty();
        if (gathering.isPresent()) {
            attachFrom(LEAST_GATHERED);
        }
        translatable = config.icrc() == IcrcMode.TRANSPORT_ONLY;
        List<PortChannel> channels =
                bindings.all().stream().map(binding -> connect(binding, config)).toList();
        if (number.count() == 1) {
            start(channels, _ -> Long.MAX_VALUE, ShardDriver.BATCHES_PER_TURN);
        } else {
            LoopHandoff handoff = new LoopHandoff(rings, shard(), loop::wake);
            start(channels, handoff, handoff::takeIn, ShardDriver.BATCHES_PER_TURN);
        }
        groups =
                new UdpGroups(
                        config.addresses(),
                        header,
                        (group, index) ->
                                UdpSocketBinding.ofGroup(
                                        config,
                                        transport,
                                        new InetSocketAddress(group, udpPort()),
                                        index),
                        socket -> {
                            addGroupChannel(connect(socket, config));
                            socket.bind(loop.eventLoop(), reading);
                        });
        shard().groups().open(groups, header);
    }

    private PortChannel connect(UdpSocketBinding binding, UdpPortConfig config) {
        DatagramChannel channel = binding.channel();
        ChannelPipeline pipeline = channel.pipeline();
        config.options()
                .outbound()
                .ifPresent(stage -> pipeline.addLast(new DatagramStageHandler(stage)));
        pipeline.addLast(
                new InboundDatagrams(SystemClock::nowNs),
                new OutboundDatagrams(
                        outgoing(), counters(), gatherer(channel), marking(binding, config)));
        return new PortChannel(
                channel, icrc(binding, config.icrc()), onArrival(channel), binding.gidIndex());
    }

    private OutboundDatagrams.Gatherer gatherer(DatagramChannel channel) {
        return gathering
                .<OutboundDatagrams.Gatherer>map(
                        writer -> new GatheredDatagrams((UnixChannel) channel, writer))
                .orElse(OutboundDatagrams.NONE);
    }

    /** A stage may keep packets back until the socket has another batch's traffic class. */
    private static OutboundDatagrams.Marking marking(
            UdpSocketBinding binding, UdpPortConfig config) {
        return config.options().outbound().isPresent()
                ? OutboundDatagrams.UNMARKED
                : binding.trafficClass()::allowMarks;
    }

    private IcrcHandler icrc(UdpSocketBinding binding, IcrcMode mode) {
        IcrcCheck check =
                switch (mode) {
                    case STANDARD -> new SocketIcrcCheck(binding::local, counters());
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

    private Runnable onArrival(DatagramChannel channel) {
        return channel instanceof UnixChannel
                ? new SocketDrops(channel, new MemInfo(channel), counters())::onArrival
                : () -> {};
    }

    /**
     * Opens a port, with as many event loops as the options say: {@link #loops}.
     *
     * @throws VerbsException with {@link Errno#EINVAL} if an address is not one to bind to, {@link
     *     Errno#EADDRINUSE} if another socket holds address and port, {@link Errno#EADDRNOTAVAIL}
     *     if an address is not this machine's, {@link Errno#EACCES} if the port is reserved, {@link
     *     Errno#EOPNOTSUPP} if there are to be several event loops, and this system or another
     *     option has only one, or io_uring, which isn't there or isn't to sleep
     */
    public static UdpPort open(UdpPortConfig config) {
        config.addresses().forEach(UdpPort::requireOne);
        if (config.ioTransport() == IoTransport.IO_URING
                && config.options().busyPoll().isPositive()) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP, "io_uring doesn't poll without sleeping: use epoll");
        }
        UdpTransport transport = UdpTransport.choose(config.ioTransport());
        UdpPort port =
                config.options().eventLoops() == 1
                        ? open(config, transport, ShardNumber.ONLY, null)
                        : UdpLoops.open(config, transport);
        for (NetworkPort one : port.loops) {
            StatPublisher.watch(one.description(), one);
            Flight.watch(one.description(), one);
        }
        return port;
    }

    /**
     * Opens one event loop.
     *
     * @param rings null if it is the only one
     */
    static UdpPort open(
            UdpPortConfig config,
            UdpTransport transport,
            ShardNumber number,
            LoopHandoff.Rings rings) {
        String where = text(new InetSocketAddress(config.local(), config.port()));
        BusyPoll busyPoll = new BusyPoll(config.options().busyPoll(), SystemClock::nowNs);
        PortLoop loop = loop("urdma-udp-" + where + suffix(number), transport, busyPoll);
        UdpSocketBindings bindings = null;
        try {
            bindings = new UdpSocketBindings(config, transport, number);
            Optional<SocketReading> reading = transport.reading();
            UdpPort port = new UdpPort(loop, config, transport, bindings, reading, number, rings);
            bindings.bind(loop.eventLoop(), reading);
            return port;
        } catch (RuntimeException e) {
            if (bindings == null) {
                abandon(loop, config.options());
            } else {
                bindings.abandon();
                abandon(loop, config.options(), bindings::close);
            }
            throw explain(where, e);
        }
    }

    /** Returns what to throw when the system has no socket, or doesn't set it up. */
    static RuntimeException explain(String where, RuntimeException e) {
        return e instanceof ChannelException || e instanceof KernelRefusal
                ? new VerbsException(Errno.EIO, "no UDP socket can be set up for " + where, e)
                : e;
    }

    private static PortLoop loop(String name, UdpTransport transport, BusyPoll busyPoll) {
        try {
            return new PortLoop(
                    name,
                    transport.ioHandlers(busyPoll.strategies()),
                    transport.alarms(),
                    SystemClock::nowNs,
                    busyPoll);
        } catch (IllegalStateException e) {
            // Netty's, of a loop that can't be made
            throw transport == UdpTransport.IO_URING ? UdpTransport.noRing(e) : e;
        }
    }

    private static String suffix(ShardNumber number) {
        return number.index() == 0 ? "" : " loop " + (number.index() + 1);
    }

    /**
     * Makes this port the one that has all event loops.
     *
     * @param all of them, this one first
     */
    void lead(List<UdpPort> all) {
        loops = List.copyOf(all);
        protect(all);
    }

    /**
     * Has the kernel give packets to event loops by their queue pairs.
     *
     * @param count event loops, all open; this is one of them
     * @throws KernelRefusal if it can't
     */
    void steer(int count) {
        bindings.steer(count);
    }

    /** Returns the UDP port that all sockets which peers send to are bound to. */
    int udpPort() {
        return bindings.first().local().getPort();
    }

    @Override
    public List<NetworkPort> loops() {
        return loops;
    }

    private static void requireOne(InetAddress address) {
        if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "bind to one address of this machine, not to "
                            + address.getHostAddress()
                            + ": peers know a device by its address, and the ICRC covers it");
        }
    }

    /** Returns an address and its port as people write them. */
    static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    @Override
    public String description() {
        String how =
                switch (transport) {
                    case EPOLL -> "";
                    case IO_URING -> " over io_uring";
                    case NIO -> " over NIO";
                };
        StringBuilder further = new StringBuilder();
        for (GidEntry entry : gids().subList(1, gids().size())) {
            further.append(", ").append(entry.gid().toInetAddress().getHostAddress());
        }
        return "udp " + text(bindings.first().local()) + further + how + suffix(shard().number());
    }

    /** The smallest of all addresses' links. */
    @Override
    public Mtu activeMtu() {
        return bindings.narrowest().mtu();
    }

    /** What the kernel says of the way: the route's MTU, or what routers told it by ICMP. */
    @Override
    public Mtu mtuTowards(TransportAddress peer) {
        InetAddress local = bindings.received(gidIndexTowards(peer.gid())).local().getAddress();
        int known = RouteMtu.of(local, towards(peer)).orElse(Integer.MAX_VALUE);
        Mtu carried = LinkMtu.largestWithin(known);
        return carried.bytes() < activeMtu().bytes() ? carried : activeMtu();
    }

    /** What fits the links of all addresses. */
    @Override
    public int packetBytes() {
        return bindings.datagramBytes();
    }

    /**
     * Returns how many bytes the kernel lets wait in the receive buffer of one address, as it
     * reckons: twice what was granted, and each packet costs more than its length.
     */
    @Override
    public long receiveBufferBytes() {
        return receiveCharge;
    }

    @Override
    public boolean seesMarks() {
        return bindings.seeMarks();
    }

    @Override
    public Route route(int sourceGidIndex, Gid destination) {
        return route(sourceGidIndex, destination, 0);
    }

    /** An entropy is one of the address's sockets. */
    @Override
    public Route route(int sourceGidIndex, Gid destination, int entropy) {
        return route(sourceGidIndex, new TransportAddress(destination, peerPort), entropy);
    }

    @Override
    public Route route(int sourceGidIndex, TransportAddress to) {
        return route(sourceGidIndex, at(to.gid(), to.udpPort()), 0);
    }

    @Override
    public Route route(AhAttr ah, int flow) {
        return route(ah.grh().sgidIndex(), at(ah.grh().dgid(), ah.udpPort()), 0);
    }

    private UdpRoute route(int sourceGidIndex, TransportAddress to, int entropy) {
        Gid destination = to.gid();
        requireSameFamily(gid(sourceGidIndex).gid(), destination);
        UdpSocketBinding binding = bindings.binding(sourceGidIndex, entropy);
        InetAddress own = binding.local().getAddress();
        InetAddress remote =
                destination.isMulticast()
                        ? UdpScope.scoped(destination, own)
                        : SocketLimits.scoped(destination.toInetAddress(), own);
        boolean answeredThere = translatable || to.udpPort() != udpPort();
        return to(
                entropy == 0 && answeredThere ? bindings.received(sourceGidIndex) : binding,
                new InetSocketAddress(remote, to.udpPort()));
    }

    private UdpRoute to(UdpSocketBinding binding, InetSocketAddress remote) {
        return new UdpRoute(binding.channel(), binding.local(), udpPort(), remote, segments);
    }

    /**
     * With several event loops packets come from ports at which this device isn't to be answered:
     * nobody is to follow it there.
     */
    @Override
    public boolean knowsWaysBack() {
        return shard().number().count() == 1;
    }

    @Override
    public Route wayBack(int gidIndex, Object source) {
        return to(bindings.received(gidIndex), (InetSocketAddress) source);
    }

    @Override
    public TransportAddress at(Gid gid, int udpPort) {
        return new TransportAddress(gid, udpPort == 0 ? peerPort : udpPort);
    }

    @Override
    public TransportAddress answerTo(Object source, boolean translatable) {
        int port = ((InetSocketAddress) source).getPort();
        return at(gidOf(source), translatable ? port : 0);
    }

    /** The first of the peer's family, or the default. */
    @Override
    public int gidIndexTowards(Gid peer) {
        for (GidEntry entry : gids()) {
            if (entry.gid().isIpv4Mapped() == peer.isIpv4Mapped()) {
                return entry.gidIndex();
            }
        }
        return defaultGidIndex();
    }

    @Override
    public Gid gidOf(Object source) {
        return Gid.of(((InetSocketAddress) source).getAddress());
    }

    @Override
    public void probe(TransportAddress peer, Runnable refused) {
        probes.ask(towards(peer), refused);
    }

    private InetSocketAddress towards(TransportAddress peer) {
        TransportAddress device = at(peer.gid(), peer.udpPort());
        return route(gidIndexTowards(peer.gid()), device, 0).remote();
    }

    /** With several event loops, the first closes all. */
    @Override
    public void close() {
        super.close();
        for (NetworkPort further : loops.subList(1, loops.size())) {
            further.close();
        }
    }

    @Override
    protected void release() {
        bindings.close();
        groups.close();
        probes.close();
    }
}
