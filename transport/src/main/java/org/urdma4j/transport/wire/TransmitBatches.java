package org.urdma4j.transport.wire;

import org.urdma4j.transport.memory.PacketMemory;
import org.urdma4j.transport.memory.PayloadMover;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Two batches in one piece of memory: one that leaves next, and one behind it that the next queue
 * pair in turn fills as if it were alone. What it has filled becomes part of the one before, or, if
 * it can't leave with that, leaves after it; nothing is copied. Reused; not thread-safe.
 */
public final class TransmitBatches {
    private TransmitBatch leaving;
    private TransmitBatch behind;

    /** Whether the one behind has packets that couldn't leave with those before. */
    private boolean waits;

    /**
     * Creates two empty batches.
     *
     * @param maxBytes most bytes of all packets of a batch together, on the wire
     * @param maxPackets most packets of a batch
     */
    public TransmitBatches(int maxBytes, int maxPackets, PayloadMover mover) {
        ByteBuffer memory = PacketMemory.allocate(2 * maxBytes);
        leaving = new TransmitBatch(memory, maxBytes, maxPackets, mover, this);
        behind = new TransmitBatch(memory.duplicate(), maxBytes, maxPackets, mover, this);
    }

    /** As {@link TransmitBatch#attachFrom}, of both. */
    public void attachFrom(int bytes) {
        leaving.attachFrom(bytes);
        behind.attachFrom(bytes);
    }

    /** The turn ends: what waits may be sent when requests are done whose payload it has. */
    public void settle() {
        if (waits) {
            behind.settle();
        }
    }

    /**
     * Fills the batch that leaves next. What the one before it held must have left.
     *
     * @param fill adds packets of whoever is next to an empty batch, returns how many
     * @param mayFollow tells whether whoever is next sends the way of a batch, most likely
     * @return the batch, null if there is nothing to send
     */
    public TransmitBatch next(
            ToIntFunction<TransmitBatch> fill, Predicate<TransmitBatch> mayFollow) {
        if (waits) {
            waits = false;
            swap();
        } else {
            leaving.moveToStart();
            if (fill.applyAsInt(leaving) == 0) {
                return null;
            }
        }
        while (leaving.isOpen() && mayFollow.test(leaving) && behind.moveBehind(leaving)) {
            if (fill.applyAsInt(behind) == 0) {
                break;
            }
            if (!leaving.append(behind)) {
                waits = true;
                break;
            }
        }
        return leaving;
    }

    private void swap() {
        TransmitBatch left = leaving;
        leaving = behind;
        behind = left;
    }

    /** Returns the memory of both. */
    public MemorySegment memory() {
        return leaving.memory();
    }
}
