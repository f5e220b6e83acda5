package org.urdma4j.transport.port.pipeline;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.shard.ShardNumber;
import org.urdma4j.transport.wire.ReceivedPacket;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The other event loops of a port, as one of them sees them: hands on packets that came here and
 * are for a queue pair of another's, and takes in what others hand on. What is theirs is copied;
 * what is ours costs a look at its number. Confined to the event loop but for its creation.
 */
public final class LoopHandoff {
    /** Of a port with one event loop. */
    static final LoopHandoff NONE = new LoopHandoff();

    /** Room in all rings to one loop together; a 63rd of it has room for the longest packet. */
    private static final int BYTES_TO_ONE = 8 << 20;

    /** Room in one ring. */
    static final int MOST_BYTES = 1 << 20;

    private final Rings rings;
    private final ShardNumber number;
    private final Shard shard;
    private final ReceivedPacket packet = new ReceivedPacket(PayloadMover.COPYING);

    /** A bit for each loop to which something was handed since it was woken. */
    private long handed;

    /** What all loops of a port have in common. Made before they are. */
    public static final class Rings {
        private final int count;
        private final int bytes;

        /** From each loop to each, once it is needed: those to the first come first. */
        private final AtomicReferenceArray<PacketRing> rings;

        private final AtomicReferenceArray<Runnable> wakes;

        /**
         * Creates it; there are no rings yet.
         *
         * @param count event loops of the port, 1 to {@link ShardNumber#MAX_COUNT}
         */
        public Rings(int count) {
            this.count = count;
            int each = Integer.highestOneBit(BYTES_TO_ONE / Math.max(1, count - 1));
            bytes = Math.min(each, MOST_BYTES);
            rings = new AtomicReferenceArray<>(count * count);
            wakes = new AtomicReferenceArray<>(count);
        }

        private PacketRing find(int from, int to) {
            return rings.get(to * count + from);
        }

        private PacketRing make(int from, int to) {
            PacketRing ring = new PacketRing(bytes);
            rings.set(to * count + from, ring);
            return ring;
        }

        private void wake(int to) {
            Runnable wake = wakes.get(to);
            if (wake != null) { // else it isn't there yet, and will look
                wake.run();
            }
        }
    }

    private LoopHandoff() {
        rings = null;
        number = ShardNumber.ONLY;
        shard = null;
    }

    /**
     * Creates the view of one loop.
     *
     * @param shard of that loop, whose number it has
     * @param wake has the loop take a turn, which calls {@link #takeIn}; any thread
     */
    public LoopHandoff(Rings rings, Shard shard, Runnable wake) {
        this.rings = rings;
        this.shard = shard;
        number = shard.number();
        rings.wakes.set(number.index(), wake);
    }

    /**
     * Hands packet {@code i} of a run on if it is another loop's, or drops it if that has too many
     * waiting.
     *
     * @param gidIndex of the address that it came to
     * @return false if it is this loop's
     */
    boolean handOn(InboundRun run, int i, int gidIndex) {
        if (rings == null) {
            return false;
        }
        int to = number.of(Bth.destQp(run.buffer(), run.offset(i)));
        if (to == number.index()) {
            return false;
        }
        PacketRing ring = rings.find(number.index(), to);
        if (ring == null) {
            ring = rings.make(number.index(), to);
        }
        boolean taken = ring.add(run, i, gidIndex);
        shard.counters().increment(taken ? Counter.HANDED_ON_PKTS : Counter.DROPPED_HANDED_ON);
        handed |= 1L << to;
        return true;
    }

    void wakeHanded() {
        while (handed != 0) {
            rings.wake(Long.numberOfTrailingZeros(handed));
            handed &= handed - 1;
        }
    }

    /**
     * Passes what others have handed on to the shard.
     *
     * @return when there is more: {@code nowNs}, or {@link Long#MAX_VALUE} for not without cause
     */
    public long takeIn(long nowNs) {
        boolean more = false;
        for (int from = 0; from < rings.count; from++) {
            PacketRing ring = rings.find(from, number.index());
            if (ring != null) {
                ring.passTo(shard, packet);
                more |= !ring.isEmpty();
            }
        }
        return more ? nowNs : Long.MAX_VALUE;
    }
}
