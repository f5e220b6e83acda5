package org.urdma4j.peers.where;

/**
 * What was seen at a point.
 *
 * @param goodputBps payload that arrived, bit/s
 * @param sampledNs how long both ends were sampled
 * @param sender samples of the sender's process, one for each {@link Sampler#INTERVAL_NS} of its
 *     processor time
 * @param receiver of the receiver's
 */
record WhereResult(
        Point point, double goodputBps, long sampledNs, Samples sender, Samples receiver) {
    private static final double BITS_PER_MB = 8e6;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_US = 1e3;

    /** Returns the processor time that so many samples are, of a megabyte carried, µs. */
    double usPerMb(long samples) {
        double megabytes = goodputBps / BITS_PER_MB * sampledNs / NS_PER_S;
        return samples * Sampler.INTERVAL_NS / NS_PER_US / megabytes;
    }
}
