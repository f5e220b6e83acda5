package org.urdma4j.measure.evaluation;

import org.urdma4j.simulation.link.LinkConfigBuilder;

import java.util.SplittableRandom;

/**
 * What a link of IEEE 802.11 does to packets: its rate changes with the signal, and it sends what
 * has come meanwhile in one aggregate when it has the channel. Retransmissions and lost aggregates
 * are not in it.
 */
final class WirelessLink {
    /** How long a rate holds. */
    private static final long RATE_NS = 100_000_000;

    /** From one aggregate to the next; one takes 5.5 ms of the channel at most. */
    private static final long AGGREGATE_NS = 4_000_000;

    /** In so many parts of that the rest of it is waited for. */
    private static final int PARTS = 8;

    private final long[] rates;

    /**
     * @param highestBps the rate at the best of times
     * @param least the lowest as a share of it; each power of ten between is as likely
     * @param spanNs for how long
     */
    WirelessLink(long highestBps, double least, long spanNs) {
        SplittableRandom random = new SplittableRandom(highestBps);
        rates = new long[(int) (spanNs / RATE_NS) + 1];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = (long) (highestBps * Math.pow(least, random.nextDouble()));
        }
    }

    /** Returns the mean rate from one time to another. */
    double meanBps(long fromNs, long toNs) {
        double bits = 0;
        for (int i = (int) (fromNs / RATE_NS); i * RATE_NS < toNs; i++) {
            long overlapNs = Math.min(toNs, (i + 1) * RATE_NS) - Math.max(fromNs, i * RATE_NS);
            bits += (double) rates[i] * overlapNs;
        }
        return bits / (toNs - fromNs);
    }

    /**
     * Makes a link such.
     *
     * @param delayNs of it, to which up to {@link #AGGREGATE_NS} are added
     */
    void apply(LinkConfigBuilder link, long delayNs) {
        link.rate(rates[0]);
        for (int i = 1; i < rates.length; i++) {
            link.rateStep(i * RATE_NS, rates[i]);
        }
        long partNs = AGGREGATE_NS / PARTS;
        link.delay(delayNs + AGGREGATE_NS);
        for (long i = 1; i * partNs < rates.length * RATE_NS; i++) {
            link.delayStep(i * partNs, delayNs + AGGREGATE_NS - i % PARTS * partNs);
        }
    }
}
