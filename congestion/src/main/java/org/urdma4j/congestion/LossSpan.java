package org.urdma4j.congestion;

/**
 * The share of packets lost of those that were sent between two moments, before any repair. It is
 * known a round trip after the second, since reports name packets by when they were sent.
 */
final class LossSpan {
    private long fromNs;
    private long toNs;
    private boolean awaited;
    private boolean open;
    private boolean ended;
    private long received;
    private long missing;
    private double packets;
    private double lost;
    private long markedBefore;
    private double marked;

    /** What is sent from now on belongs to it, in place of what belonged to the one before. */
    void begin(long nowNs) {
        fromNs = nowNs;
        awaited = true;
        open = false;
        ended = false;
    }

    /** What is sent from now on doesn't. */
    void end(long nowNs) {
        if (awaited && !ended) {
            toNs = nowNs;
            ended = true;
        }
    }

    /** Forgets what was begun. */
    void cancel() {
        awaited = false;
    }

    /** Takes a report; returns whether it is the one that completes the span. */
    boolean onSample(RateSample s) {
        if (!awaited || s.sentNs - fromNs < 0) {
            return false;
        }
        if (!open) {
            open = true;
            received = s.receivedPackets;
            missing = s.missingPackets;
            markedBefore = s.markedPackets;
        }
        if (!ended || s.sentNs - toNs < 0) {
            return false;
        }
        awaited = false;
        lost = (double) Math.max(0, s.missingPackets - missing);
        packets = lost + (double) (s.receivedPackets - received);
        marked = (double) (s.markedPackets - markedBefore);
        return packets > 0;
    }

    /** Returns how many packets the last whole span had. */
    double packets() {
        return packets;
    }

    /** Returns how many of them came with a congestion mark. */
    double marked() {
        return marked;
    }

    /** Returns how many of them were lost. */
    double lost() {
        return lost;
    }
}
