package org.urdma4j.congestion;

/**
 * The constants of {@link Timely} and {@link TimelyPatched}.
 *
 * @param lineBitsPerSecond the rate that is never exceeded, over 0
 * @param minBitsPerSecond the rate that is always sent at, over 0, at most the line
 * @param startBitsPerSecond the rate to begin with, between these
 * @param lowNs T_low: round trips below it always raise the rate; over 0
 * @param highNs T_high: round trips above it always lower it; more than T_low
 * @param minRttNs D_minRTT: the unit of the gradient, and the least time between updates; over 0
 * @param weight α: of news in the smoothed difference of round trips, over 0, at most 1
 * @param decrease β: of a decrease, over 0, at most 1
 * @param stepBitsPerSecond δ: of an increase, over 0
 * @param hyperAfter after how many updates in a row without a gradient upwards the step is fivefold
 * @param chunkBytes how much is sent for each sample of the round trip, over 0
 */
public record TimelyConfig(
        long lineBitsPerSecond,
        long minBitsPerSecond,
        long startBitsPerSecond,
        long lowNs,
        long highNs,
        long minRttNs,
        double weight,
        double decrease,
        long stepBitsPerSecond,
        int hyperAfter,
        int chunkBytes) {

    private static final double BETA = 0.8;
    private static final double PATCHED_BETA = 0.008;

    /** The step is 10 Mbit/s at 10 Gbit/s; the least rate is chosen as low as one step. */
    private static final long STEP_SHARE = 1000;

    /** Checks the ranges. */
    public TimelyConfig {
        check(lineBitsPerSecond > 0, "line rate", lineBitsPerSecond);
        check(
                minBitsPerSecond > 0 && minBitsPerSecond <= lineBitsPerSecond,
                "least rate",
                minBitsPerSecond);
        check(
                startBitsPerSecond >= minBitsPerSecond && startBitsPerSecond <= lineBitsPerSecond,
                "first rate",
                startBitsPerSecond);
        check(lowNs > 0, "T_low", lowNs);
        check(highNs > lowNs, "T_high", highNs);
        check(minRttNs > 0, "D_minRTT", minRttNs);
        check(weight > 0 && weight <= 1, "alpha", weight);
        check(decrease > 0 && decrease <= 1, "beta", decrease);
        check(stepBitsPerSecond > 0, "step", stepBitsPerSecond);
        check(hyperAfter > 0, "number of updates before larger steps", hyperAfter);
        check(chunkBytes > 0, "chunk", chunkBytes);
    }

    private static void check(boolean valid, String what, Object value) {
        if (!valid) {
            throw new IllegalArgumentException(
                    "TIMELY's %s of %s is out of range".formatted(what, value));
        }
    }

    /**
     * The constants as published: 50 µs, 500 µs, 20 µs, α 0.875, β 0.8, 1/1000 of the line as step,
     * five updates, chunks of 16 KB; begins at the rate of the line.
     */
    public static TimelyConfig published(long lineBitsPerSecond) {
        return new TimelyConfig(
                lineBitsPerSecond,
                Math.max(1, lineBitsPerSecond / STEP_SHARE),
                lineBitsPerSecond,
                50_000,
                500_000,
                20_000,
                0.875,
                BETA,
                Math.max(1, lineBitsPerSecond / STEP_SHARE),
                5,
                16 * 1024);
    }

    /** The same for {@link TimelyPatched}, with β 0.008. */
    public static TimelyConfig patched(long lineBitsPerSecond) {
        TimelyConfig base = published(lineBitsPerSecond);
        return base.with(base.startBitsPerSecond, PATCHED_BETA);
    }

    /** Returns these constants with another rate to begin with, in bit/s. */
    public TimelyConfig withStart(long bitsPerSecond) {
        return with(bitsPerSecond, decrease);
    }

    private TimelyConfig with(long start, double beta) {
        return new TimelyConfig(
                lineBitsPerSecond,
                minBitsPerSecond,
                start,
                lowNs,
                highNs,
                minRttNs,
                weight,
                beta,
                stepBitsPerSecond,
                hyperAfter,
                chunkBytes);
    }
}
