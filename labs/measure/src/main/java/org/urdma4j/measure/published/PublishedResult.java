package org.urdma4j.measure.published;

import java.util.List;

/**
 * What runs of a test took.
 *
 * @param seconds of each run that was played to its end, ascending; NaN, the last ones, where the
 *     download didn't come to its own
 */
public record PublishedResult(PublishedTest test, List<Double> seconds) {
    /** By how much of the runs the second figure is named. */
    private static final double MOST = 0.9;

    public PublishedResult {
        seconds = seconds.stream().sorted().toList();
    }

    /** Returns the mean; NaN if there is none. */
    public double mean() {
        return seconds.stream().mapToDouble(it -> it).average().orElse(Double.NaN);
    }

    /** Returns what nine tenths of the runs don't exceed, by the nearest rank. */
    public double p90() {
        return seconds.isEmpty()
                ? Double.NaN
                : seconds.get((int) Math.ceil(MOST * seconds.size()) - 1);
    }
}
