package org.urdma4j.simulation.host;

import java.util.random.RandomGenerator;

/**
 * When a host is away: its process waits for a core that others use. Meanwhile packets wait in its
 * socket and deadlines pass. Stalls come after spans of random length, exponentially distributed,
 * and last for a time whose logarithm is evenly distributed, so that short ones are the rule. To be
 * asked about times that do not go back.
 */
public final class HostStalls {
    private final RandomGenerator random;
    private final double meanGapNs;
    private final double leastNs;
    private final double mostNs;
    private long beginNs;
    private long endNs;

    /**
     * @param random draws gaps and lengths
     * @param meanGapNs mean of the time from one stall's end to the next, in nanoseconds
     * @param leastNs the shortest stall, in nanoseconds, more than 0
     * @param mostNs the longest
     */
    public HostStalls(RandomGenerator random, long meanGapNs, long leastNs, long mostNs) {
        if (meanGapNs <= 0 || leastNs <= 0 || mostNs < leastNs) {
            throw new IllegalArgumentException(
                    "gaps of %d ns, stalls of %d to %d ns".formatted(meanGapNs, leastNs, mostNs));
        }
        this.random = random;
        this.meanGapNs = (double) meanGapNs;
        this.leastNs = (double) leastNs;
        this.mostNs = (double) mostNs;
        advance();
    }

    /** Returns {@code nowNs} if the host runs then, otherwise when it goes on. */
    public long freeAt(long nowNs) {
        while (endNs <= nowNs) {
            advance();
        }
        return beginNs <= nowNs ? endNs : nowNs;
    }

    private void advance() {
        beginNs = endNs + (long) (-Math.log(1 - random.nextDouble()) * meanGapNs);
        endNs = beginNs + (long) (leastNs * Math.pow(mostNs / leastNs, random.nextDouble()));
    }
}
