package org.urdma4j.transport.port.memory;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalIoHandler;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.RebuiltHeader;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.pipeline.IcrcCheck;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.IcrcStamp;
import org.urdma4j.transport.port.pipeline.LoopPort;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.PortOptions;
import org.urdma4j.transport.port.pipeline.SocketLimits;
import org.urdma4j.transport.port.pipeline.TransportIcrcCheck;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.VerbsException;

import java.util.List;

/**
 * A port of a {@link MemoryNetwork}: no sockets, no privilege, nothing leaves the process. Drives
 * its shard by an event loop of its own, whose thread is a daemon.
 */
public final class MemoryPort extends LoopPort {
    /** Batches taken in one turn, about as much as one turn sends. */
    private static final int FRAMES_PER_TURN = 16;

    private final MemoryNetwork network;
    private final Gid gid;
    private final MemoryInbox inbox;
    private final EmbeddedChannel channel = new EmbeddedChannel();

    private MemoryPort(MemoryNetwork network, Gid gid, PortOptions options) {
        super(
                new PortLoop(
                        "urdma-memory-" + gid, LocalIoHandler.newFactory(), SystemClock::nowNs),
                options,
                List.of(new GidEntry(gid, 0, 1, GidType.ROCE_V2, 0)),
                new RebuiltHeader(gid, Gid.class::cast),
                EngineConfig.builder()
                        .maxInFlightBytes(SocketLimits.inFlightBytes(options.bufferBytes()))
                        .build());
        this.network = network;
        this.gid = gid;
        inbox = new MemoryInbox(options.bufferBytes(), loop()::wake);
        channel.pipeline()
                .addLast(new MemoryHandler(network, gid, SystemClock::nowNs, options.outbound()));
        IcrcCheck check =
                network.icrc() == IcrcMode.OFF
                        ? IcrcCheck.NONE
                        : new TransportIcrcCheck(counters());
        IcrcStamp stamp = new IcrcStamp(network.icrc());
        IcrcHandler icrc =
                new IcrcHandler(check, run -> stamp.stamp(run.batch(), null, false), counters());
        start(channel, icrc, () -> {}, this::takeArrivals, ShardDriver.BATCHES_PER_TURN);
    }

    /**
     * Attaches a port.
     *
     * @throws VerbsException with {@link Errno#EADDRINUSE} if another port has the address, {@link
     *     Errno#EINVAL} if the loop was not to sleep, {@link Errno#EOPNOTSUPP} if there were to be
     *     several
     */
    public static MemoryPort open(MemoryNetwork network, Gid gid, MemoryPortConfig config) {
        config.options().requireNoBusyPoll("memory");
        config.options().requireOneEventLoop("memory");
        MemoryPort port = new MemoryPort(network, gid, config.options());
        try {
            network.attach(gid, port.inbox);
            return port;
        } catch (VerbsException e) {
            port.close();
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
            counters().add(Counter.DROPPED_BY_SOCKET, dropped);
        }
        return inbox.isEmpty() ? Long.MAX_VALUE : nowNs;
    }

    @Override
    public String description() {
        return "memory %s %s".formatted(network.name(), gid);
    }

    @Override
    public Mtu activeMtu() {
        return Mtu.MTU_4096;
    }

    @Override
    public Route route(int sourceGidIndex, Gid destination) {
        var _ = gid(sourceGidIndex);
        return new MemoryRoute(destination);
    }

    @Override
    public Gid gidOf(Object source) {
        return (Gid) source;
    }

    @Override
    protected void release() {
        network.detach(gid, inbox);
        inbox.close();
        var _ = channel.close();
    }
}
