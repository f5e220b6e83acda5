package org.urdma4j.congestion;

/**
 * The constants of {@link Dcqcn}'s reaction point. {@link #paper} and {@link #scaled} have sets of
 * them for a line; {@link #toBuilder} changes single ones.
 *
 * @param lineBitsPerSecond the rate to begin with, which is never exceeded, over 0
 * @param minBitsPerSecond the rate below which no notification brings it, over 0, at most the line
 * @param alphaTimerNs τ′: after each such time without a notification the estimate α of congestion
 *     falls; over 0
 * @param increaseTimerNs T: the time between two increases; over 0
 * @param increaseBytes B: the bytes sent between two increases, 0 for increases by time alone
 * @param gain g: the weight of news in α, over 0, at most 1
 * @param recoveryStages F: how many increases of either counter only go back towards the rate
 *     before the last notification, 1 or more
 * @param additiveBitsPerSecond R_AI: the step of the increases after these, over 0
 * @param hyperBitsPerSecond R_HAI: the unit of the growing steps once both counters are beyond F, 0
 *     for none
 * @param initialAlpha α at the first notification, 0 to 1
 * @param clampTarget whether each notification makes the rate at hand the target of recovery, as in
 *     the fluid model; otherwise only the first after an increase, as in QCN
 */
public record DcqcnConfig(
        long lineBitsPerSecond,
        long minBitsPerSecond,
        long alphaTimerNs,
        long increaseTimerNs,
        long increaseBytes,
        double gain,
        int recoveryStages,
        long additiveBitsPerSecond,
        long hyperBitsPerSecond,
        double initialAlpha,
        boolean clampTarget) {

    private static final long TIMER_NS = 55_000;
    private static final long BYTE_COUNTER = 10_000_000;
    private static final double GAIN = 1.0 / 256;
    private static final int STAGES = 5;
    private static final long PAPER_ADDITIVE = 40_000_000;

    /** 5 and 50 Mbit/s for each 25 Gbit/s of the line. */
    private static final long SCALED_ADDITIVE_SHARE = 5_000;

    private static final long SCALED_HYPER_SHARE = 500;
    private static final long MIN_SHARE = 400;

    /** Checks the ranges. */
    public DcqcnConfig {
        check(lineBitsPerSecond > 0, "line rate", lineBitsPerSecond);
        check(
                minBitsPerSecond > 0 && minBitsPerSecond <= lineBitsPerSecond,
                "least rate",
                minBitsPerSecond);
        check(alphaTimerNs > 0, "alpha timer", alphaTimerNs);
        check(increaseTimerNs > 0, "increase timer", increaseTimerNs);
        check(increaseBytes >= 0, "byte counter", increaseBytes);
        check(gain > 0 && gain <= 1, "gain", gain);
        check(recoveryStages >= 1, "number of recovery stages", recoveryStages);
        check(additiveBitsPerSecond > 0, "additive increase", additiveBitsPerSecond);
        check(hyperBitsPerSecond >= 0, "hyper increase", hyperBitsPerSecond);
        check(initialAlpha >= 0 && initialAlpha <= 1, "initial alpha", initialAlpha);
    }

    private static void check(boolean valid, String what, Object value) {
        if (!valid) {
            throw new IllegalArgumentException(
                    "DCQCN's %s of %s is out of range".formatted(what, value));
        }
    }

    /**
     * The constants of the paper, found for 40 Gbit/s: 55 µs, 10 MB, 1/256, five stages, 40 Mbit/s,
     * no hyper increase; a least rate of 1/400 of the line.
     */
    public static DcqcnConfig paper(long lineBitsPerSecond) {
        return new DcqcnConfig(
                lineBitsPerSecond,
                Math.max(1, lineBitsPerSecond / MIN_SHARE),
                TIMER_NS,
                TIMER_NS,
                BYTE_COUNTER,
                GAIN,
                STAGES,
                PAPER_ADDITIVE,
                0,
                1,
                true);
    }

    /**
     * The paper's timers with steps in proportion to the line, 1/5000 and 1/500 of it: 20 and 200
     * Mbit/s at 100 Gbit/s. For thresholds in proportion to it too: 4 and 16 KB for each Gbit/s.
     */
    public static DcqcnConfig scaled(long lineBitsPerSecond) {
        return paper(lineBitsPerSecond).toBuilder()
                .increase(
                        Math.max(1, lineBitsPerSecond / SCALED_ADDITIVE_SHARE),
                        lineBitsPerSecond / SCALED_HYPER_SHARE)
                .build();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private final DcqcnConfig from;
        private long alphaTimerNs;
        private long increaseTimerNs;
        private long increaseBytes;
        private double gain;
        private long additive;
        private long hyper;
        private double initialAlpha;
        private boolean clampTarget;

        private Builder(DcqcnConfig from) {
            this.from = from;
            alphaTimerNs = from.alphaTimerNs;
            increaseTimerNs = from.increaseTimerNs;
            increaseBytes = from.increaseBytes;
            gain = from.gain;
            additive = from.additiveBitsPerSecond;
            hyper = from.hyperBitsPerSecond;
            initialAlpha = from.initialAlpha;
            clampTarget = from.clampTarget;
        }

        /** Sets τ′ and T, in nanoseconds, and B, in bytes, 0 for none. */
        public Builder timers(long alphaNs, long increaseNs, long bytes) {
            alphaTimerNs = alphaNs;
            increaseTimerNs = increaseNs;
            increaseBytes = bytes;
            return this;
        }

        /** Sets g, and α at the first notification. */
        public Builder alpha(double weight, double initial) {
            gain = weight;
            initialAlpha = initial;
            return this;
        }

        /** Sets R_AI and R_HAI, in bit/s. */
        public Builder increase(long additiveBitsPerSecond, long hyperBitsPerSecond) {
            additive = additiveBitsPerSecond;
            hyper = hyperBitsPerSecond;
            return this;
        }

        /** Sets whether each notification makes the rate at hand the target. */
        public Builder clampTarget(boolean each) {
            clampTarget = each;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public DcqcnConfig build() {
            return new DcqcnConfig(
                    from.lineBitsPerSecond,
                    from.minBitsPerSecond,
                    alphaTimerNs,
                    increaseTimerNs,
                    increaseBytes,
                    gain,
                    from.recoveryStages,
                    additive,
                    hyper,
                    initialAlpha,
                    clampTarget);
        }
    }
}
