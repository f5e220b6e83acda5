package org.urdma4j.measure.sim;

/**
 * Finds when the delivery rate over one round trip first reaches a target, from samples of what has
 * been delivered, {@link #STEPS} to a round trip.
 */
final class Startup {
    /** Samples that make a round trip. */
    static final int STEPS = 8;

    /** The share of the bound that a flow has to reach. */
    private static final double REACHED = 0.9;

    private final long[] delivered = new long[STEPS];
    private final double targetBytes;
    private int samples;
    private int stepsTaken = -1;

    /**
     * @param boundBps payload, in bit/s
     * @param rttNs the time over which the rate is taken
     */
    Startup(double boundBps, long rttNs) {
        this.targetBytes = REACHED * boundBps / 8e9 * rttNs;
    }

    /** Takes the bytes that have been delivered in all, a step after the sample before. */
    void sample(long bytes) {
        int slot = samples % STEPS;
        long before = delivered[slot];
        delivered[slot] = bytes;
        samples++;
        if (stepsTaken < 0 && bytes > before && bytes - before >= targetBytes) {
            stepsTaken = samples;
        }
    }

    /** Returns after how many samples the target was reached, -1 if it wasn't. */
    int stepsTaken() {
        return stepsTaken;
    }
}
