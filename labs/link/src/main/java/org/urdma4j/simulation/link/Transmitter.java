package org.urdma4j.simulation.link;

/**
 * Sends packets one after another at the link's rate, from a drop-tail queue. Because every change
 * of the rate is known in advance, a packet's departure is known when it joins. Fractions of a
 * nanosecond are carried over, so that a busy transmitter keeps its rate exactly.
 */
final class Transmitter {
    private static final long NANO_BITS_PER_BYTE = 8 * 1_000_000_000L;

    private final StepFunction rate;
    private final long queueBytes;
    private final WaitingPackets waiting;
    private boolean started;
    private long rateBps;
    private long freeNs;

    /** What {@link #freeNs} lacks by rounding, in units of 1/rate nanoseconds. */
    private long remainder;

    private long queuedNs;

    /**
     * @param marks is told of each packet that leaves the queue, null if nobody need be
     */
    Transmitter(StepFunction rate, long queueBytes, EgressMarks marks) {
        this.rate = rate;
        this.queueBytes = queueBytes;
        this.waiting = new WaitingPackets(marks);
    }

    /**
     * Takes a packet of {@code wireBytes}, framing included; false if the queue has no room.
     * Afterwards {@link #departNs} and {@link #queuedNs} tell about this packet.
     */
    boolean offer(long nowNs, int wireBytes) {
        advance(nowNs);
        if (!started || nowNs - freeNs > 0) {
            started = true;
            freeNs = nowNs;
            remainder = 0;
        }
        queuedNs = freeNs - nowNs;
        if (queuedNs > 0) {
            if (wireBytes > queueBytes - waiting.totalBytes()) {
                return false;
            }
            waiting.add(freeNs, wireBytes);
        }
        send(wireBytes);
        return true;
    }

    /** Sets the rate of what is taken from now on; steps that were to come are forgotten. */
    void rate(long bitsPerSecond) {
        rate.set(bitsPerSecond);
    }

    /** Lets packets leave the queue that start by {@code nowNs}. */
    void advance(long nowNs) {
        waiting.retire(nowNs);
    }

    /** The packet taken last waits in these slots, or in none if it doesn't wait. */
    void newestIn(int slot, int copySlot) {
        if (queuedNs > 0) {
            waiting.newestIn(slot, copySlot);
        }
    }

    /** The slots of all packets that wait are given back. */
    void forgetSlots() {
        waiting.forgetSlots();
    }

    /** Returns when the last bit of the packet taken last leaves. */
    long departNs() {
        return freeNs;
    }

    /** Returns how long the packet taken last waits for its first bit to leave. */
    long queuedNs() {
        return queuedNs;
    }

    /** Returns the bytes that wait, as of the last offer. */
    long waitingBytes() {
        return waiting.totalBytes();
    }

    private void send(int wireBytes) {
        long current = rate.at(freeNs);
        if (current != rateBps) {
            rateBps = current;
            remainder = 0;
        }
        if (current != LinkConfig.UNLIMITED) {
            long scaled = wireBytes * NANO_BITS_PER_BYTE + remainder;
            long ns = scaled / current;
            freeNs += ns;
            remainder = scaled - ns * current;
        }
    }
}
