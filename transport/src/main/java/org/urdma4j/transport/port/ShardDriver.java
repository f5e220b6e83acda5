package org.urdma4j.transport.port;

import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.wire.TransmitBatches;

import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * One turn of an event loop around a shard. Packets are passed to the shard by the backend before
 * the turn; the turn takes up posted work, serves timers and sends. Confined to the event loop.
 */
public final class ShardDriver {
    /** Where batches go. */
    @FunctionalInterface
    public interface Transmitter {
        /**
         * Sends every packet of the batch, filling in the ICRCs. Takes all of them, now or as soon
         * as the network has room; the batch is free again when {@link #ready} says so.
         */
        void send(TransmitBatch batch);

        /**
         * Returns whether {@link #send} may be called. After it has been false, the transmitter
         * asks for a turn as soon as it is true.
         */
        default boolean ready() {
            return true;
        }
    }

    /**
     * Batches sent in one turn at most, so that a sender with much to say still hears: 1 MiB at 64
     * KiB a batch.
     */
    public static final int BATCHES_PER_TURN = 16;

    private final Shard shard;
    private final LongSupplier clock;
    private final TransmitBatches batches;
    private final Transmitter transmitter;
    private final int batchesPerTurn;
    private final ToIntFunction<TransmitBatch> fill;
    private final Predicate<TransmitBatch> mayFollow;
    private long batchNs;
    private long dueNs = Long.MAX_VALUE;

    /**
     * Creates a driver.
     *
     * @param clock nanoseconds, read once a batch
     */
    public ShardDriver(
            Shard shard, LongSupplier clock, TransmitBatches batches, Transmitter transmitter) {
        this(shard, clock, batches, transmitter, BATCHES_PER_TURN);
    }

    /**
     * Creates a driver.
     *
     * @param clock nanoseconds, read once a batch
     * @param batchesPerTurn batches sent before the network is heard again, 1 or more
     */
    public ShardDriver(
            Shard shard,
            LongSupplier clock,
            TransmitBatches batches,
            Transmitter transmitter,
            int batchesPerTurn) {
        this.shard = shard;
        this.clock = clock;
        this.batches = batches;
        this.transmitter = transmitter;
        this.batchesPerTurn = batchesPerTurn;
        fill = batch -> shard.pollTransmit(batch, batchNs);
        mayFollow = batch -> shard.mayFollow(batch.route());
    }

    /**
     * Runs a turn.
     *
     * @return when the next turn is due without other cause: a time not in the future if there is
     *     more to send now, {@link Long#MAX_VALUE} for never
     */
    public long turn() {
        try {
            shard.onDoorbells();
            long nowNs = clock.getAsLong();
            if (nowNs - dueNs > 0) {
                shard.onLate(nowNs - dueNs, nowNs);
            }
            dueNs = takeTurn(nowNs);
            batches.settle();
            return dueNs;
        } finally {
            shard.giveNotices();
        }
    }

    private long takeTurn(long turnNs) {
        long nowNs = turnNs;
        shard.onTimers(nowNs);
        shard.giveNotices();
        for (int i = 0; i < batchesPerTurn; i++) {
            if (!transmitter.ready()) {
                return shard.nextDeadlineNs();
            }
            batchNs = nowNs;
            TransmitBatch batch = batches.next(fill, mayFollow);
            if (batch == null) {
                return shard.nextDeadlineNs();
            }
            transmitter.send(batch);
            nowNs = clock.getAsLong();
        }
        return nowNs;
    }
}
