package org.urdma4j.congestion;

/**
 * Whether the queue is full, told by how delays lie, for a sender that may never have seen it
 * empty. A full queue is bounded above: most packets wait as long as it is, and those that found
 * some room lie below. An empty path is bounded below, and what jitters or waits lies above. So
 * their skewness has different signs, whatever the round trip is believed to be.
 */
final class DelayShape {
    /** Delays of an empty path have more than this, those of a full queue about -1. */
    private static final double SKEWED = -0.3;

    /**
     * Delays of two values, as packets have that leave in pairs, are skewed without any queue. Of
     * those (1 + skewness²) ÷ kurtosis is 1, of an even spread 0.56 (Sarle's coefficient).
     */
    private static final double TWO_VALUES = 0.95;

    /** Fewer reports tell nothing. */
    private static final int ENOUGH = 24;

    private final long fromNs;
    private long firstNs;
    private double reports;
    private double sum;
    private double squares;
    private double cubes;
    private double fourths;

    /** Judges by what is sent from a time on, in nanoseconds. */
    DelayShape(long fromNs) {
        this.fromNs = fromNs;
    }

    void onSample(RateSample s) {
        if (s.sentNs - fromNs < 0) {
            return;
        }
        if (reports == 0) {
            firstNs = s.forwardDelayNs;
        }
        double delay = (double) (s.forwardDelayNs - firstNs);
        reports++;
        sum += delay;
        squares += delay * delay;
        cubes += delay * delay * delay;
        fourths += delay * delay * delay * delay;
    }

    /** Returns whether there were enough reports, and they look like those of a full queue. */
    boolean isOfFullQueue() {
        if (reports < ENOUGH) {
            return false;
        }
        double mean = sum / reports;
        double variance = squares / reports - mean * mean;
        if (variance < 1) {
            return false; // the clock's own grain
        }
        double third = cubes / reports - mean * (3 * squares / reports - 2 * mean * mean);
        double skewness = third / (variance * Math.sqrt(variance));
        double fourth =
                fourths / reports
                        - mean
                                * (4 * cubes / reports
                                        - mean * (6 * squares / reports - 3 * mean * mean));
        double kurtosis = fourth / (variance * variance);
        return skewness < SKEWED && 1 + skewness * skewness < TWO_VALUES * kurtosis;
    }
}
