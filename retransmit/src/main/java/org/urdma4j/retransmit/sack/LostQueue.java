package org.urdma4j.retransmit.sack;

/**
 * What is to be sent again: packets that reports name, in the order in which they were found lost,
 * and after a timeout the whole stretch that was unacknowledged. A packet that was acknowledged or
 * sent meanwhile is skipped when it comes to the front.
 */
final class LostQueue {
    private static final int SMALLEST = 4;

    private final SentRing ring;
    private final RingSize size = new RingSize(SMALLEST);
    private long[] psns = new long[SMALLEST];
    private long head;
    private long tail;

    private long sweep;
    private long sweepEnd;
    private long sweepBeforeNs;

    LostQueue(SentRing ring) {
        this.ring = ring;
    }

    void clear() {
        head = tail;
        sweep = sweepEnd;
    }

    /** Appends a packet that has just been marked lost. */
    void add(long psn) {
        if (size.grow(tail - head + 1)) {
            resize();
        }
        psns[(int) tail & (psns.length - 1)] = psn;
        tail++;
    }

    /** A timeout: everything in {@code [from, to)} that was not sent since counts as lost. */
    void sweep(long from, long to, long nowNs) {
        sweep = from;
        sweepEnd = to;
        sweepBeforeNs = SentRing.floor(nowNs);
    }

    /** A report that is newer than the timeout names what misses before {@code psn} itself. */
    void onReport(long psn, long newestSentNs) {
        if (sweep < sweepEnd && newestSentNs - sweepBeforeNs >= 0) {
            sweep = Math.max(sweep, Math.min(psn, sweepEnd));
        }
    }

    /** Returns the packet to send next, the lower of the two fronts; -1 when there is none. */
    long next(long cumulative) {
        long named = nextNamed(cumulative);
        long swept = nextSwept(cumulative);
        if (named < 0 || swept < 0) {
            return Math.max(named, swept);
        }
        return Math.min(named, swept);
    }

    /** Returns how many packets there are at most; some may have been acknowledged meanwhile. */
    long size() {
        return tail - head + Math.max(0, sweepEnd - sweep);
    }

    /** Returns whether a packet counts as lost only because of the timeout. */
    boolean isSwept(long psn) {
        return psn >= sweep && psn < sweepEnd && !ring.isLost(psn) && sentBefore(psn);
    }

    void trim() {
        if (size.trim(tail - head)) {
            resize();
        }
    }

    int capacity() {
        return psns.length;
    }

    private long nextNamed(long cumulative) {
        while (head != tail) {
            long psn = psns[(int) head & (psns.length - 1)];
            if (psn >= cumulative && ring.isLost(psn)) {
                return psn;
            }
            head++;
            if (size.shrink(1, tail - head)) {
                resize();
            }
        }
        return -1;
    }

    private long nextSwept(long cumulative) {
        if (sweep >= sweepEnd) {
            return -1;
        }
        sweep = Math.max(sweep, cumulative);
        while (sweep < sweepEnd && (ring.isLost(sweep) || !sentBefore(sweep))) {
            sweep++;
        }
        return sweep < sweepEnd ? sweep : -1;
    }

    private boolean sentBefore(long psn) {
        return ring.sentNs(psn) - sweepBeforeNs < 0;
    }

    private void resize() {
        long[] old = psns;
        psns = new long[size.size()];
        for (long at = head; at != tail; at++) {
            psns[(int) at & (psns.length - 1)] = old[(int) at & (old.length - 1)];
        }
    }
}
