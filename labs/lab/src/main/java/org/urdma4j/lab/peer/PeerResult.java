package org.urdma4j.lab.peer;

/**
 * What came of one run.
 *
 * @param goodputBps payload that arrived, bit/s, as the receiver counts; NaN if the run failed
 * @param processors how many processors the whole machine kept busy; NaN if nobody looked
 * @param failure why it failed; empty if it didn't
 */
public record PeerResult(PeerTurn turn, double goodputBps, double processors, String failure) {
    private static final double BITS_PER_GB = 8e9;

    public static PeerResult failed(PeerTurn turn, String why) {
        return new PeerResult(turn, Double.NaN, Double.NaN, why);
    }

    /** Returns seconds of a processor for each 10^9 bytes; NaN if they aren't known. */
    public double cpuPerGb() {
        return goodputBps > 0 ? processors * BITS_PER_GB / goodputBps : Double.NaN;
    }
}
