package org.urdma4j.congestion;

/**
 * The share of packets of each round trip that came with a congestion mark. While a queue marks,
 * the steady rate is a little less than what arrives: unlike a standing queue, a mark doesn't say
 * how much is too much, so that little is given up in each round, until it no longer marks.
 */
final class MarkMeter {
    /** What is given up while every packet is marked: in a round so much of a round trip drains. */
    private static final double MOST_DECREASE = 1.0 / 16;

    /** Fewer may be what a probe of another flow left. */
    private static final double FULL = 0.05;

    private long received;
    private long marked;
    private double share;

    void onSample(RateSample s) {
        long packets = s.receivedPackets - received;
        if (s.roundEnd && packets > 0) {
            share = Math.clamp((double) (s.markedPackets - marked) / (double) packets, 0, 1);
            received = s.receivedPackets;
            marked = s.markedPackets;
        }
    }

    /** Returns whether the queue is one that a probe should not add to. */
    boolean full() {
        return share > FULL;
    }

    /**
     * Returns by how much the steady rate is lowered, as a share of it.
     *
     * @param firmness how much of that this sender takes upon itself, 0 to 1
     */
    double decrease(double firmness) {
        return MOST_DECREASE * firmness * share;
    }
}
