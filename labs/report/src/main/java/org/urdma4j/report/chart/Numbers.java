package org.urdma4j.report.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as people read them. */
public final class Numbers {
    private static final MathContext SIX = new MathContext(6);
    private static final MathContext THREE = new MathContext(3);

    private Numbers() {}

    /** Returns up to six significant digits, without trailing zeros or exponent. */
    public static String plain(double value) {
        return rounded(value, SIX);
    }

    /** Returns up to three significant digits, all those before the point; {@code -} for void. */
    public static String brief(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        return Math.abs(value) < 1000 ? rounded(value, THREE) : plain(Math.rint(value));
    }

    /** Returns so many digits after the point; {@code -} for void. */
    public static String fixed(double value, int decimals) {
        return Double.isFinite(value)
                ? new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString()
                : "-";
    }

    /** Returns a share in percent with one digit after the point; {@code -} for void. */
    public static String percent(double share) {
        return Double.isFinite(share) ? fixed(100 * share, 1) + " %" : "-";
    }

    private static String rounded(double value, MathContext digits) {
        return value == 0
                ? "0"
                : new BigDecimal(value).round(digits).stripTrailingZeros().toPlainString();
    }
}
