package org.urdma4j.tools.copy;

import java.util.Locale;

/** Amounts in three to four digits with the unit that suits them. */
final class Amounts {
    private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final String[] RATES = {"bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"};
    private static final int MINUTE = 60;

    private Amounts() {}

    /** Returns a size in powers of 1024. */
    static String bytes(long value) {
        return scaled((double) value, 1024, BYTES);
    }

    /** Returns a rate in powers of 1000. */
    static String rate(double bitsPerSecond) {
        return scaled(bitsPerSecond, 1000, RATES);
    }

    /** Returns a time as {@code 5 s}, {@code 3:07} or {@code 1:02:03}. */
    static String time(double seconds) {
        if (seconds < MINUTE) {
            return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
        }
        long whole = (long) seconds;
        long minutes = whole / MINUTE;
        return minutes < MINUTE
                ? "%d:%02d".formatted(minutes, whole % MINUTE)
                : "%d:%02d:%02d".formatted(minutes / MINUTE, minutes % MINUTE, whole % MINUTE);
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
