package org.urdma4j.congestion;

/**
 * TIMELY with the correction of "ECN or Delay" (Zhu et al., CoNEXT 2016): between the thresholds
 * the rate rises and falls at once, with a weight that the gradient sets, and the fall is by how
 * far the round trip is above T_low, not by how fast it grows. So there is one fixed point, at
 * which N flows have equal rates and the path holds C × T_low × (1 + Nδ/(βC)) bytes.
 */
public final class TimelyPatched extends RttGradientController {
    /**
     * @param config the constants, such as {@link TimelyConfig#patched}
     */
    public TimelyPatched(TimelyConfig config) {
        super(config);
    }

    @Override
    double between(double bitsPerSecond, double rttNs, double gradient) {
        double weight = Math.clamp(2 * gradient + 0.5, 0, 1);
        double low = (double) config.lowNs();
        double above = (rttNs - low) / low;
        return bitsPerSecond * (1 - config.decrease() * weight * above)
                + (double) config.stepBitsPerSecond() * (1 - weight);
    }
}
