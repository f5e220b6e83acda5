package org.urdma4j.report.fct;

import org.urdma4j.measure.fct.FctOptions;
import org.urdma4j.measure.fct.FctResult;
import org.urdma4j.report.chart.Numbers;

/** How cells are called, the same on the screen and on the page. */
public final class FctLabels {
    private static final double NS_PER_US = 1000;

    private FctLabels() {}

    /** Returns the delay such as {@code 400 us}. */
    public static String delay(FctOptions options) {
        return Numbers.plain(options.delayNs() / NS_PER_US) + " us";
    }

    /** Returns the mean loss on the way there such as {@code loss 0.1 %}. */
    public static String loss(FctOptions options) {
        return "loss " + Numbers.plain(100 * options.loss().meanLoss()) + " %";
    }

    /** Returns what is to be said of a run that left flows behind, behind a comma, or nothing. */
    public static String note(FctResult result) {
        String collapsed = result.collapsed() ? ", collapsed" : "";
        return result.unfinished() == 0
                ? collapsed
                : collapsed + ", " + result.unfinished() + " unfinished";
    }
}
