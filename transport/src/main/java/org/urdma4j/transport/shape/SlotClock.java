package org.urdma4j.transport.shape;

/**
 * When packets of one length may leave that are to keep a rate: one in each slot. Who comes late
 * finds the slots of the last 10 ms open; earlier ones are gone, so that no flood of them follows.
 */
final class SlotClock {
    /** What RRCC makes up for at most, too. */
    static final long MOST_LATE_NS = 10_000_000;

    private static final long NANO_BITS_PER_BYTE = 8_000_000_000L;

    /** A slot in nanoseconds times bits per second. */
    private final long nanoBits;

    private long bitsPerSecond;
    private long nextNs;

    /** How much later than {@link #nextNs} it is, in nanoseconds times bits per second. */
    private long rest;

    private boolean started;

    SlotClock(int packetBytes) {
        nanoBits = packetBytes * NANO_BITS_PER_BYTE;
    }

    /** Sets how fast slots follow each other, from the next one on. */
    void rate(long newBitsPerSecond) {
        bitsPerSecond = newBitsPerSecond;
        rest = 0;
    }

    /** Returns how many slots are open. */
    int open(long nowNs) {
        if (!started) {
            restart(nowNs);
        }
        long lateNs = nowNs - nextNs;
        if (lateNs < 0) {
            return 0;
        }
        if (lateNs > MOST_LATE_NS) {
            lateNs = Math.min(lateNs, Math.max(MOST_LATE_NS - nanoBits / bitsPerSecond, 0));
            nextNs = nowNs - lateNs;
            rest = 0;
        }
        return 1 + (int) (lateNs * bitsPerSecond / nanoBits);
    }

    /** Packets were sent in so many open slots, which are gone. */
    void take(int slots) {
        for (int i = 0; i < slots; i++) {
            rest += nanoBits;
            nextNs += rest / bitsPerSecond;
            rest %= bitsPerSecond;
        }
    }

    /** Nothing is to be sent: what opens next is a single slot, not before now. */
    void restart(long nowNs) {
        if (!started || nowNs - nextNs > 0) {
            started = true;
            nextNs = nowNs;
            rest = 0;
        }
    }

    /** Returns when the next slot opens. */
    long nextNs() {
        return nextNs;
    }
}
