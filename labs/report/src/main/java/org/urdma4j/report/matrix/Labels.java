package org.urdma4j.report.matrix;

import org.urdma4j.measure.sim.Profile;
import org.urdma4j.report.chart.Numbers;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.Locale;

/** How cells and figures are called, the same on the screen and on the page. */
public final class Labels {
    private static final long NS_PER_US = 1000;

    private Labels() {}

    /** Returns a time such as {@code 0.1 ms}. */
    public static String rtt(long ns) {
        return plain((double) ns / (1000 * NS_PER_US)) + " ms";
    }

    /** Returns a mean loss such as {@code 0.01 %}. */
    public static String loss(LossSpec loss) {
        return plain(100 * loss.meanLoss()) + " %";
    }

    /** Returns a profile as it is written on the command line. */
    public static String profile(Profile profile) {
        return profile.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a rate in Gbit/s with two digits after the point; a dash if there is none. */
    public static String gigabits(double bps) {
        return Numbers.fixed(bps / 1e9, 2);
    }

    /** Returns a number without trailing zeros or exponent. */
    static String plain(double value) {
        return Numbers.plain(value);
    }
}
