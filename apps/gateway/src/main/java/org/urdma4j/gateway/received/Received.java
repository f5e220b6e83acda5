package org.urdma4j.gateway.received;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.Holes;

/** What has come of a flow in one space. */
public final class Received {
    private static final long LEAST_STATUS_NS = 10_000;
    private static final int STATUSES_A_ROUND_TRIP = 4;

    final int space;

    /** The next number to hand on; the paper's ePSN. */
    public long next;

    /** One beyond the highest accepted or announced; the paper's ePSN_D. */
    public long end;

    /** What whom it is for has acknowledged, or {@link Flow#UNKNOWN}. */
    public long acked = Flow.UNKNOWN;

    /** Between next and end. */
    public final Holes holes = new Holes();

    /** The gap that was found last, until a STATUS has named it; empty if none is new. */
    long gapFirst;

    long gapEnd;

    /** A number beyond all holes that is wanted, too, or {@link Flow#UNKNOWN}. */
    public long wanted = Flow.UNKNOWN;

    /** Number of the newest MARK, 0 before the first. */
    public int mark;

    /** When a hole last got smaller, or the first one opened. */
    public long progressNs;

    /** When the next STATUS about an open hole is due. */
    public long statusAtNs = Flow.NEVER;

    /**
     * @param space of {@link org.urdma4j.gateway.message.GatewayMessage}
     */
    public Received(int space) {
        this.space = space;
    }

    public void startAt(long psn) {
        next = psn;
        end = psn;
    }

    public void forget() {
        next = 0;
        end = 0;
        acked = Flow.UNKNOWN;
        mark = 0;
        settle();
    }

    /** Has no holes any more. */
    public void settle() {
        holes.clear();
        wanted = Flow.UNKNOWN;
        statusAtNs = Flow.NEVER;
    }

    public boolean isOpen() {
        return wanted != Flow.UNKNOWN || !holes.isEmpty();
    }

    /** Takes note of numbers that are found missing, beyond all that were. */
    public void onGap(long first, long past) {
        holes.add(first, past);
        gapFirst = first;
        gapEnd = past;
    }

    /** Takes note of a number that is found missing among those that had come. */
    public boolean onGone(long psn) {
        gapFirst = psn;
        gapEnd = psn + 1;
        return holes.put(psn, psn + 1);
    }

    /** The first hole has just opened. */
    public void onFirstHole(long nowNs, long longRttNs) {
        progressNs = nowNs;
        nextStatusAfter(nowNs, longRttNs);
    }

    /** The next STATUS about an open hole is due a part of a round trip after this. */
    public void nextStatusAfter(long nowNs, long longRttNs) {
        statusAtNs = nowNs + Math.max(LEAST_STATUS_NS, longRttNs / STATUSES_A_ROUND_TRIP);
    }
}
