package org.urdma4j.transport.port.pipeline;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;

import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.Protection;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.seal.Keyring;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.shard.ShardNumber;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.transport.wire.TransmitBatches;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.VerbsException;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * A port on a {@link PortLoop}: what all backends have in common, the end of the pipeline above
 * all. Any thread may call, as {@link NetworkPort} says; a backend's own methods are for who opens
 * it.
 */
public abstract class LoopPort implements NetworkPort {
    private final PortLoop loop;
    private final PortOptions options;
    private final List<GidEntry> gids;
    private final NetworkHeader networkHeader;
    private final Shard shard;
    private final TransmitBatches batches = UdpBatches.create();
    private volatile Optional<Keyring> keyring = Optional.empty();
    private Optional<StagedArrivals> staged = Optional.empty();

    /**
     * Creates a port, which does nothing before {@link #start}.
     *
     * @param loop stopped by {@link #close}
     * @param usual limits of the engine if the options have none
     */
    protected LoopPort(
            PortLoop loop,
            PortOptions options,
            List<GidEntry> gids,
            NetworkHeader networkHeader,
            EngineConfig usual) {
        this(loop, options, gids, networkHeader, usual, ShardNumber.ONLY);
    }

    /**
     * As the other one, for one of several event loops.
     *
     * @param number which of them
     */
    protected LoopPort(
            PortLoop loop,
            PortOptions options,
            List<GidEntry> gids,
            NetworkHeader networkHeader,
            EngineConfig usual,
            ShardNumber number) {
        this.loop = loop;
        this.options = options;
        this.gids = List.copyOf(gids);
        this.networkHeader = networkHeader;
        this.shard = new Shard(options.engine().orElse(usual), options.random(), number);
    }

    /**
     * Adds the handlers that are the same everywhere, from the inbound stage and the ICRC on, and
     * says what a turn does.
     *
     * @param channel has the backend's own handlers
     * @param onArrival called once for each read, before its turn
     * @param timers passes what the backend itself has due by the given time to the pipeline, and
     *     returns when it has more, {@link Long#MAX_VALUE} for not without cause
     * @param batchesPerTurn batches sent before the network is heard again, 1 or more
     */
    protected final void start(
            Channel channel,
            IcrcHandler icrc,
            Runnable onArrival,
            LongUnaryOperator timers,
            int batchesPerTurn) {
        start(List.of(new PortChannel(channel, icrc, onArrival, 0)), timers, batchesPerTurn);
    }

    /**
     * As the other one, for a port with several channels.
     *
     * @param channels the first sends what a route says nothing else about
     */
    protected final void start(
            List<PortChannel> channels, LongUnaryOperator timers, int batchesPerTurn) {
        start(channels, LoopHandoff.NONE, timers, batchesPerTurn);
    }

    /**
     * As the other one, for one of several event loops.
     *
     * @param handoff the others
     * @param timers has to take in what they hand on
     */
    protected final void start(
            List<PortChannel> channels,
            LoopHandoff handoff,
            LongUnaryOperator timers,
            int batchesPerTurn) {
        if (shard.number().count() == 1) {
            protect(List.of(this));
        }
        staged = options.inbound().map(StagedArrivals::new);
        LongUnaryOperator due =
                staged.<LongUnaryOperator>map(stage ->
                                nowNs -> Math.min(timers.applyAsLong(nowNs), stage.poll(nowNs)))
                        .orElse(timers);
        for (PortChannel one : channels) {
            toIcrc(one).addLast(toShard(one, handoff));
        }
        BatchSender sender =
                new BatchSender(channels.getFirst().channel(), counters(), loop::nowNs, loop::wake);
        loop.drive(new ShardDriver(shard, loop::nowNs, batches, sender, batchesPerTurn), due);
    }

    /**
     * Adds the handlers of a channel that brings packets to multicast groups, once the port is
     * started; on the event loop.
     *
     * @param one its index is what the port's network headers know the group by
     */
    protected final void addGroupChannel(PortChannel one) {
        toIcrc(one).addLast(new GroupHandler(counters()), toShard(one, LoopHandoff.NONE));
    }

    private ChannelPipeline toIcrc(PortChannel one) {
        ChannelPipeline pipeline = one.channel().pipeline();
        staged.ifPresent(stage -> pipeline.addLast(stage.handler()));
        return pipeline.addLast(one.icrc());
    }

    private ShardHandler toShard(PortChannel one, LoopHandoff handoff) {
        Runnable afterRead =
                () -> {
                    one.onArrival().run();
                    loop.turnAfterIo();
                };
        return new ShardHandler(shard, one.gidIndex(), handoff, afterRead);
    }

    /**
     * Has what the event loops of this port send sealed, if the options say so.
     *
     * @param loops all of them, this one first
     */
    protected final void protect(List<? extends LoopPort> loops) {
        options.protection()
                .ifPresent(protection -> {
                    List<Keyring> keyrings = protection.open(this);
                    for (int i = 0; i < loops.size(); i++) {
                        ((LoopPort) loops.get(i)).keyring = Optional.of(keyrings.get(i));
                    }
                });
    }

    /**
     * Ends what a port was to own that can't be opened after all.
     *
     * @param loop null if there is none yet
     */
    protected static void abandon(PortLoop loop, PortOptions options) {
        abandon(loop, options, () -> {});
    }

    /**
     * The same, where the loop has something registered, which it doesn't always close when it ends
     * at once.
     *
     * @param loop null if there is none yet
     * @param release closes that; on the event loop
     */
    protected static void abandon(PortLoop loop, PortOptions options, Runnable release) {
        options.protection().ifPresent(Protection::close);
        if (loop != null) {
            loop.close(release);
        }
    }

    /** Gives back what the backend holds; called once, on the event loop. */
    protected abstract void release();

    protected final PortLoop loop() {
        return loop;
    }

    protected final Counters counters() {
        return shard.counters();
    }

    /**
     * Has payload left where it lies, of packets that have at least so many bytes of it: {@link
     * TransmitBatches#attachFrom}. To be called before {@link #start}.
     */
    protected final void attachFrom(int bytes) {
        batches.attachFrom(bytes);
    }

    /** Returns where all that is ever sent lies. */
    protected final MemorySegment outgoing() {
        return batches.memory();
    }

    /**
     * Returns where packets start from.
     *
     * @throws VerbsException with {@link Errno#EINVAL} if there is no such index
     */
    protected final GidEntry gid(int index) {
        if (index >= gids.size()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "this port has %d GIDs, no index %d".formatted(gids.size(), index));
        }
        return gids.get(index);
    }

    /**
     * Checks that a peer is of the family of the address that packets start from.
     *
     * @throws VerbsException with {@link Errno#ENETUNREACH} if not
     */
    protected static void requireSameFamily(Gid from, Gid to) {
        if (to.isIpv4Mapped() != from.isIpv4Mapped()) {
            throw new VerbsException(
                    Errno.ENETUNREACH,
                    "%s can't be reached from %s: open a device with an address of the same family"
                            .formatted(to, from));
        }
    }

    @Override
    public final List<GidEntry> gids() {
        return gids;
    }

    @Override
    public final NetworkHeader networkHeader() {
        return networkHeader;
    }

    @Override
    public final Shard shard() {
        return shard;
    }

    @Override
    public final long nowNs() {
        return loop.nowNs();
    }

    @Override
    public final boolean inEventLoop() {
        return loop.eventLoop().inEventLoop();
    }

    @Override
    public final <T> T call(Supplier<T> task) {
        return loop.call(task);
    }

    @Override
    public final void later(Runnable task) {
        loop.later(task);
    }

    @Override
    public final void wake() {
        loop.wake();
    }

    @Override
    public final Optional<Keyring> keyring() {
        return keyring;
    }

    @Override
    public void close() {
        options.protection().ifPresent(Protection::close);
        loop.close(() -> {
            keyring.ifPresent(Keyring::close);
            release();
            options.inbound().ifPresent(InboundStage::close);
            options.outbound().ifPresent(OutboundStage::close);
        });
    }

    @Override
    public final String toString() {
        return description();
    }
}
