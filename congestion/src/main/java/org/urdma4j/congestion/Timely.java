package org.urdma4j.congestion;

/**
 * TIMELY as published (Mittal et al., SIGCOMM 2015): between the thresholds the rate rises by a
 * step while round trips don't grow, by five once they haven't for long, and falls by their
 * gradient when they do. It has no fixed point, or infinitely many: rates may stay as unequal as
 * they began (Zhu et al., CoNEXT 2016). {@link TimelyPatched} has one.
 */
public final class Timely extends RttGradientController {
    private static final int HYPER = 5;

    private int falling;

    /**
     * @param config the constants, such as {@link TimelyConfig#published}
     */
    public Timely(TimelyConfig config) {
        super(config);
    }

    @Override
    double between(double bitsPerSecond, double rttNs, double gradient) {
        if (gradient > 0) {
            falling = 0;
            return bitsPerSecond * (1 - config.decrease() * gradient);
        }
        falling = Math.min(falling + 1, config.hyperAfter());
        int steps = falling >= config.hyperAfter() ? HYPER : 1;
        return bitsPerSecond + steps * (double) config.stepBitsPerSecond();
    }

    @Override
    void onHigh() {
        falling = 0;
    }
}
