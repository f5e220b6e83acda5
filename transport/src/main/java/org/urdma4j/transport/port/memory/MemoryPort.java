package org.urdma4j.transport.port.memory;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalIoHandler;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.RebuiltHeader;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.pipeline.BatchSender;
import org.urdma4j.transport.port.pipeline.IcrcCheck;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.IcrcStamp;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.InboundStageHandler;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.ShardHandler;
import org.urdma4j.transport.port.pipeline.TransportIcrcCheck;
import org.urdma4j.transport.port.udp.SocketLimits;
import org.urdma4j.transport.port.udp.UdpBatches;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.VerbsException;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * A port of a {@link MemoryNetwork}: no sockets, no privilege, nothing leaves the process. Drives
 * its shard by an event loop of its own, whose thread is a daemon.
 */
public final class MemoryPort implements NetworkPort {
    /** Batches taken in one turn, about as much as one turn sends. */
    private static final int FRAMES_PER_TURN = 16;

    private final MemoryNetwork network;
    private final GidEntry entry;
    private final Shard shard;
    private final NetworkHeader networkHeader;
    private final PortLoop loop;
    private final MemoryInbox inbox;
    private final MemoryPortConfig config;
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final LongUnaryOperator staged;

    private MemoryPort(MemoryNetwork network, Gid gid, MemoryPortConfig config) {
        this.network = network;
        this.config = config;
        this.networkHeader = new RebuiltHeader(gid, Gid.class::cast);
        this.entry = new GidEntry(gid, 0, 1, GidType.ROCE_V2, 0);
        long inFlight = SocketLimits.inFlightBytes(config.inboxBytes());
        EngineConfig engine =
                config.engine()
                        .orElseGet(() -> EngineConfig.builder().maxInFlightBytes(inFlight).build());
        shard = new Shard(engine, config.random());
        Counters counters = shard.counters();
        IcrcCheck check =
                network.icrc() == IcrcMode.OFF ? IcrcCheck.NONE : new TransportIcrcCheck(counters);
        loop = new PortLoop("urdma-memory-" + gid, LocalIoHandler.newFactory(), SystemClock::nowNs);
        inbox = new MemoryInbox(config.inboxBytes(), loop::wake);
        channel.pipeline().addLast(new MemoryHandler(network, gid, SystemClock::nowNs));
        if (config.inbound().isPresent()) {
            InboundStageHandler stage = new InboundStageHandler(config.inbound().get());
            channel.pipeline().addLast(stage);
            staged = stage::poll;
        } else {
            staged = _ -> InboundStage.NEVER;
        }
        IcrcStamp stamp = new IcrcStamp(network.icrc());
        channel.pipeline()
                .addLast(
                        new IcrcHandler(
                                check, run -> stamp.stamp(run.batch(), null, false), counters),
                        new ShardHandler(shard, () -> {}));
        BatchSender sender = new BatchSender(channel, counters, SystemClock::nowNs, loop::wake);
        loop.drive(
                new ShardDriver(shard, SystemClock::nowNs, UdpBatches.create(), sender),
                this::takeArrivals);
    }

    /**
     * Attaches a port.
     *
     * @throws VerbsException with {@link Errno#EADDRINUSE} if another port has the address
     */
    public static MemoryPort open(MemoryNetwork network, Gid gid, MemoryPortConfig config) {
        MemoryPort port = new MemoryPort(network, gid, config);
        try {
            network.attach(gid, port.inbox);
            return port;
        } catch (VerbsException e) {
            port.loop.close(() -> {});
            throw e;
        }
    }

    private long takeArrivals(long nowNs) {
        for (int i = 0; i < FRAMES_PER_TURN; i++) {
            MemoryFrames frames = inbox.take();
            if (frames == null) {
                break;
            }
            channel.pipeline().fireChannelRead(frames);
        }
        long dropped = inbox.takeDropped();
        if (dropped != 0) {
            shard.counters().add(Counter.DROPPED_BY_SOCKET, dropped);
        }
        long due = staged.applyAsLong(nowNs);
        return inbox.isEmpty() ? due : nowNs;
    }

    @Override
    public String description() {
        return "memory %s %s".formatted(network.name(), entry.gid());
    }

    @Override
    public List<GidEntry> gids() {
        return List.of(entry);
    }

    @Override
    public Mtu activeMtu() {
        return Mtu.MTU_4096;
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
        return new MemoryRoute(destination);
    }

    @Override
    public Gid gidOf(Object source) {
        return (Gid) source;
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
            network.detach(entry.gid(), inbox);
            inbox.close();
            config.inbound().ifPresent(InboundStage::close);
            var _ = channel.close();
        });
    }

    @Override
    public String toString() {
        return description();
    }
}
