package org.urdma4j.tools.bench;

import java.util.Locale;

/** Amounts in three to four digits with the unit that suits them. */
final class Quantities {
    private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final String[] RATES = {"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"};

    private Quantities() {}

    /** Returns a size in powers of 1024. */
    static String bytes(long value) {
        return scaled((double) value, 1024, BYTES);
    }

    /** Returns a rate in powers of 1000. */
    static String rate(double bitsPerSecond) {
        return scaled(bitsPerSecond, 1000, RATES);
    }

    private static String scaled(double value, double step, String[] units) {
        double left = value;
        int unit = 0;
        while (left >= step && unit < units.length - 1) {
            left /= step;
            unit++;
        }
        String format = unit == 0 ? "%.0f %s" : left < 10 ? "%.2f %s" : "%.1f %s";
        return String.format(Locale.ROOT, format, left, units[unit]);
    }
}
