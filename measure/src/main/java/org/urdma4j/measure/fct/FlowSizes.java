package org.urdma4j.measure.fct;

import java.util.random.RandomGenerator;

/**
 * A distribution of flow sizes: points of its cumulative distribution, and straight lines between
 * them. The three are those of papers on RDMA in data centres, read from {@code
 * alibaba-edu/High-Precision-Congestion-Control}, folder {@code traffic_gen}.
 */
public enum FlowSizes {
    /** The web-search cluster of DCTCP (SIGCOMM 2010). */
    WEBSEARCH(
            2000,
            0,
            0,
            10_000,
            15,
            20_000,
            20,
            30_000,
            30,
            50_000,
            40,
            80_000,
            53,
            200_000,
            60,
            1_000_000,
            70,
            2_000_000,
            80,
            5_000_000,
            90,
            10_000_000,
            97,
            30_000_000,
            100),
    /** A Hadoop cluster (Roy et al., SIGCOMM 2015). */
    HADOOP(
            20_000,
            0,
            0,
            100,
            1,
            200,
            2,
            300,
            5,
            350,
            15,
            400,
            20,
            500,
            30,
            600,
            40,
            700,
            50,
            1000,
            60,
            2000,
            67,
            7000,
            70,
            30_000,
            72,
            50_000,
            82,
            80_000,
            87,
            120_000,
            90,
            300_000,
            95,
            1_000_000,
            97.5,
            2_000_000,
            99,
            10_000_000,
            100),
    /** A storage cluster (HPCC, SIGCOMM 2019). */
    ALISTORAGE(
            20_000, 0, 0, 4000, 22.93, 8000, 69.21, 16_000, 80.61, 32_000, 90.47, 64_000, 93.53,
            128_000, 96.77, 256_000, 97.53, 2_000_000, 100);

    private final int flows;

    @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it, and nobody else has it
    private final double[] points;

    /**
     * @param points size in bytes, then percent of flows that are no larger, and so on
     */
    FlowSizes(int flows, double... points) {
        this.flows = flows;
        this.points = points;
    }

    /** Returns how many flows of it are simulated unless something else is asked for. */
    public int flows() {
        return flows;
    }

    /** Returns a size in bytes, at least 1. */
    public long draw(RandomGenerator random) {
        return of(random.nextDouble() * 100);
    }

    /** Returns the size that so many percent of flows don't exceed, at least 1. */
    long of(double percent) {
        int i = 2;
        while (i < points.length - 2 && points[i + 1] < percent) {
            i += 2;
        }
        double share = (percent - points[i - 1]) / (points[i + 1] - points[i - 1]);
        return Math.max(1, (long) (points[i - 2] + (points[i] - points[i - 2]) * share));
    }

    /** Returns the mean, in bytes. */
    public double mean() {
        double sum = 0;
        for (int i = 2; i < points.length; i += 2) {
            sum += (points[i] + points[i - 2]) / 2 * (points[i + 1] - points[i - 1]) / 100;
        }
        return sum;
    }
}
