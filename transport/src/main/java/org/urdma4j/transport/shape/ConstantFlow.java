package org.urdma4j.transport.shape;

import org.urdma4j.protection.shape.Shape;

/**
 * The packets of one queue pair, of one length, at a constant rate: slots, what fills those in
 * which nothing else waits, and how the rate follows the path. Confined to the event loop.
 */
public final class ConstantFlow {
    private static final long NEVER = Long.MAX_VALUE;

    private final Shape shape;
    private final SlotClock clock;
    private final RateSteps steps;
    private final ChaffMeter chaff;
    private final int packetBytes;
    private boolean silent;
    private boolean waiting;

    /**
     * Creates one that hasn't begun.
     *
     * @param shape with a rate
     * @param packetBytes of a packet, from BTH to ICRC
     * @param framingBytes that the network adds to it
     */
    public ConstantFlow(Shape shape, int packetBytes, int framingBytes) {
        this.shape = shape;
        this.packetBytes = packetBytes;
        clock = new SlotClock(packetBytes + framingBytes);
        steps = new RateSteps(shape.bitsPerSecond());
        chaff = new ChaffMeter(shape.limit(), packetBytes);
        clock.rate(steps.bitsPerSecond());
    }

    /**
     * Sets the rate that isn't exceeded either.
     *
     * @param bitsPerSecond on the wire, 0 for none
     */
    public void cap(long bitsPerSecond) {
        long top = shape.bitsPerSecond();
        if (steps.cap(bitsPerSecond == 0 ? top : Math.min(bitsPerSecond, top))) {
            clock.rate(steps.bitsPerSecond());
        }
    }

    /** Returns how many packets may leave now. */
    public int open(long nowNs) {
        if (silent) {
            clock.restart(nowNs);
        }
        int slots = clock.open(nowNs);
        waiting = slots == 0;
        return slots;
    }

    /** So many packets have left, chaff or not, no more than {@link #open} said. */
    public void onSent(int packets) {
        silent = false;
        clock.take(packets);
        steps.onSent(packets);
    }

    /** So many of the packets are data or chaff, which the peer's reports count. */
    public void onMeasured(int packets) {
        steps.onMeasured(packets);
    }

    /** Data was sent or has come: chaff is to follow it. */
    public void onData(long nowNs) {
        chaff.onData(nowNs);
    }

    /** Returns how many of the open slots are to be filled with chaff, as nothing else waits. */
    public int chaff(int slots, long nowNs) {
        return chaff.allows(slots, nowNs);
    }

    /** So many packets of chaff are among those sent; returns their bytes from BTH to ICRC. */
    public long onChaff(int packets) {
        chaff.onSent(packets);
        return (long) packets * packetBytes;
    }

    /** There was a slot and nothing to fill it with. */
    public void onNothing(long nowNs) {
        silent = true;
        waiting = false;
        steps.pause();
        clock.restart(nowNs);
    }

    /**
     * A slot has come.
     *
     * @param allowed what congestion control would send at, in bits per second; 0 if unknown
     */
    public void onSlot(long allowed, long nowNs) {
        if (steps.onSlot(allowed, nowNs)) {
            clock.rate(steps.bitsPerSecond());
        }
    }

    /** A report has come of what was sent. */
    public void onReport(long rttNs) {
        steps.onReport(rttNs);
    }

    /**
     * Returns when there is something to do.
     *
     * @param timersNs when there would be if packets could leave at any time
     */
    public long deadlineNs(long timersNs) {
        if (!silent || waiting) {
            return clock.nextNs();
        }
        return timersNs == NEVER ? NEVER : Math.max(timersNs, clock.nextNs());
    }
}
