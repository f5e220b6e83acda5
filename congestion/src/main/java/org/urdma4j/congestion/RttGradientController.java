package org.urdma4j.congestion;

/**
 * What both kinds of TIMELY share (Mittal et al., SIGCOMM 2015): one round trip for each chunk, the
 * smoothed gradient of them, and what lies outside of the two thresholds.
 */
abstract sealed class RttGradientController extends RateOnlyController
        permits Timely, TimelyPatched {
    final TimelyConfig config;
    private double rate;
    private double difference;
    private double previousRttNs;
    private long updatedNs;
    private boolean sampled;
    private String state = "start";

    RttGradientController(TimelyConfig config) {
        this.config = config;
        rate = config.startBitsPerSecond();
    }

    /**
     * Returns the new rate for a round trip between the thresholds.
     *
     * @param gradient of round trips, in units of D_minRTT for each sample
     */
    abstract double between(double bitsPerSecond, double rttNs, double gradient);

    /** A round trip above T_high has lowered the rate. */
    void onHigh() {
        // of interest to whoever counts
    }

    @Override
    public final void start(int largestPacketBytes) {
        // Nothing depends on the size of packets.
    }

    @Override
    public final void onSent(long nowNs, long bytes) {
        // Only samples change the rate.
    }

    @Override
    public final void onSample(RateSample sample) {
        observe(sample);
        if (sample.rttNs <= 0) {
            return;
        }
        if (!sampled) {
            sampled = true;
            previousRttNs = (double) sample.rttNs;
        } else if (sample.nowNs - updatedNs < config.minRttNs()) {
            return;
        }
        updatedNs = sample.nowNs;
        update((double) sample.rttNs);
    }

    private void update(double rttNs) {
        double step = rttNs - previousRttNs;
        previousRttNs = rttNs;
        difference = (1 - config.weight()) * difference + config.weight() * step;
        double before = rate;
        if (rttNs < (double) config.lowNs()) {
            rate += (double) config.stepBitsPerSecond();
            state = "low";
        } else if (rttNs > (double) config.highNs()) {
            rate *= 1 - config.decrease() * (1 - (double) config.highNs() / rttNs);
            onHigh();
            state = "high";
        } else {
            rate = between(rate, rttNs, difference / (double) config.minRttNs());
            state = rate < before ? "falling" : "rising";
        }
        rate =
                Math.clamp(
                        rate,
                        (double) config.minBitsPerSecond(),
                        (double) config.lineBitsPerSecond());
    }

    @Override
    public final long pacingBitsPerSecond() {
        return Math.max(1, (long) rate);
    }

    @Override
    public final boolean pacedByPacket() {
        return true;
    }

    @Override
    public final long sampleBytes() {
        return config.chunkBytes();
    }

    @Override
    public final String state() {
        return state;
    }
}
