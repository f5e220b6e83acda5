package org.urdma4j.transport.port.frame;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;

import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.pfc.PauseState;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.LinkMtu;
import org.urdma4j.transport.port.pipeline.LoopPort;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.UdpBatches;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.util.List;
import java.util.function.Function;

/**
 * A port that sees whole Ethernet frames: RoCEv1 and RoCEv2 on the interface of one address, and
 * the pipeline from the channel to the shard. A backend adds the channel.
 */
public abstract class FramePort extends LoopPort {
    private final FramePortConfig config;
    private final Link link;
    private final Function<Gid, NextHop> hops;
    private final FrameRoutes routes;
    private LinkPauses pauses;

    /**
     * Creates a port, which does nothing before {@link #connect}.
     *
     * @param hops finds the next hop to a peer, or throws {@link VerbsException}
     * @param usual limits of the engine if the configuration has none
     * @param segmentation whether the link takes super-packets
     */
    protected FramePort(
            PortLoop loop,
            FramePortConfig config,
            Link link,
            Function<Gid, NextHop> hops,
            EngineConfig usual,
            boolean segmentation) {
        super(
                loop,
                config.options(),
                LinkLocal.table(link, Gid.of(config.local())),
                new FrameNetworkHeader(),
                usual);
        this.config = config;
        this.link = link;
        this.hops = hops;
        boolean whole = segmentation && config.options().outbound().isEmpty();
        routes =
                new FrameRoutes(
                        link.mac(), link.mtu(), config.options().dscp(), whole, config.vlan());
    }

    /**
     * Builds the pipeline of a channel, registers it and says what a turn does.
     *
     * @param outermost stand next to the channel
     * @param innermost stand where the network header is next
     * @param linkSpeed bits per second, for pauses, unless the configuration has it
     * @param guard watches what comes in
     * @param onArrival called once for each read, before its turn
     * @throws VerbsException if the channel can't be registered
     */
    protected final void connect(
            Channel channel,
            List<ChannelHandler> outermost,
            List<ChannelHandler> innermost,
            long linkSpeed,
            GuardFactory guard,
            Runnable onArrival) {
        FlowControl flow = config.flowControl();
        long speed = flow.bitsPerSecond() == 0 ? linkSpeed : flow.bitsPerSecond();
        pauses = new LinkPauses(new PauseState(speed, flow.priorities()), shard()::onResumed);
        PauseHandler pausing =
                new PauseHandler(
                        pauses,
                        guard.create(flow, speed, link.mac(), counters()),
                        counters(),
                        loop()::nowNs,
                        config.obeysPauses());
        ChannelPipeline pipeline = channel.pipeline();
        config.options()
                .outbound()
                .ifPresent(stage -> pipeline.addLast(new OutboundStageHandler(stage)));
        outermost.forEach(pipeline::addLast);
        NetworkHandler network =
                new NetworkHandler(
                        NetworkHandler.oneOf(addresses()), counters(), UdpBatches.MAX_PACKETS);
        pipeline.addLast(new FrameHandler(config.vlan()), pausing);
        innermost.forEach(pipeline::addLast);
        pipeline.addLast(network);
        FrameIcrc icrc = new FrameIcrc(counters());
        start(
                channel,
                new IcrcHandler(icrc, icrc::stamp, counters()),
                onArrival,
                pausing::onTurn,
                flow.isOn() ? 1 : ShardDriver.BATCHES_PER_TURN);
        pipeline.addLast(new WholeFrameHandler());
        register(channel);
    }

    /** Returns the addresses of the port, each once. */
    protected final List<Gid> addresses() {
        return gids().stream().map(GidEntry::gid).distinct().toList();
    }

    /**
     * Registers a channel with the loop.
     *
     * @throws VerbsException if it can't be
     */
    protected final void register(Channel channel) {
        ChannelFuture registered = loop().eventLoop().register(channel).awaitUninterruptibly();
        if (!registered.isSuccess()) {
            throw new VerbsException(
                    Errno.EIO, description() + " can't be watched", registered.cause());
        }
    }

    /** Returns the interface of an address, which must be Ethernet. */
    protected static Link linkOf(InetAddress local, OpenFailure failure) {
        Link link = Link.of(local).orElseThrow(() -> failure.notOurs(null));
        if (!link.isEthernet()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "%s of %s is no Ethernet interface: use the udp backend"
                            .formatted(link.name(), local.getHostAddress()));
        }
        return link;
    }

    /** Returns what says which priorities wait, once the port is connected. */
    protected final LinkPauses pauses() {
        return pauses;
    }

    @Override
    public final int defaultGidIndex() {
        return entry(false);
    }

    @Override
    public final int gidIndexTowards(Gid peer) {
        return entry(peer.isLinkLocal());
    }

    /** Returns the index of a GID of the chosen type, link-local or not if there are both. */
    private int entry(boolean linkLocal) {
        List<GidEntry> ofType =
                gids().stream().filter(entry -> entry.gidType() == config.gidType()).toList();
        return ofType.stream()
                .filter(entry -> entry.gid().isLinkLocal() == linkLocal)
                .findFirst()
                .orElse(ofType.getFirst())
                .gidIndex();
    }

    @Override
    public final Mtu activeMtu() {
        return LinkMtu.largestWithin(link.mtu());
    }

    @Override
    public final int packetBytes() {
        return routes.packetBytes(addresses().stream().allMatch(Gid::isIpv4Mapped));
    }

    @Override
    public final boolean seesMarks() {
        return true;
    }

    @Override
    public final Route route(int sourceGidIndex, Gid destination) {
        return route(new AhAttr(GlobalRoute.to(destination, sourceGidIndex), 0, 1), 0);
    }

    /** The UDP source port is a hash of the entropy, over RoCEv2. */
    @Override
    public final Route route(int sourceGidIndex, Gid destination, int entropy) {
        return route(new AhAttr(GlobalRoute.to(destination, sourceGidIndex), 0, 1), entropy);
    }

    @Override
    public final Route route(AhAttr ah, int flow) {
        GlobalRoute to = ah.grh();
        GidEntry from = gid(to.sgidIndex());
        if (!to.dgid().isMulticast() || from.gidType() == GidType.ROCE_V2) {
            requireSameFamily(from.gid(), to.dgid()); // groups of RoCEv1 are of no family
        }
        NextHop hop = hops.apply(to.dgid());
        FrameRoute route = routes.to(from.gidType(), from.gid(), to, ah.sl(), flow, hop);
        return hop.isLocal() ? route : route.heeding(pauses::isPaused);
    }

    @Override
    public final Gid gidOf(Object source) {
        return ((FrameSource) source).gid();
    }
}
