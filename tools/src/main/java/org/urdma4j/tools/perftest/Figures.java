package org.urdma4j.tools.perftest;

import java.util.Locale;

/**
 * What was measured.
 *
 * @param peakMbps units of 2^20 bytes a second; 0 if it isn't told
 * @param averageMbps the same
 * @param megaRate millions of messages a second
 */
record Figures(long size, long iterations, double peakMbps, double averageMbps, double megaRate) {
    private static final double MEGABYTE = 1 << 20;

    static Figures of(PerftestSettings settings, long elapsedNs) {
        double seconds = Math.max(1, elapsedNs) / 1e9;
        double rate = settings.iterations() / seconds;
        return new Figures(
                settings.size(),
                settings.iterations(),
                0,
                rate * settings.size() / MEGABYTE,
                rate / 1e6);
    }

    String line() {
        return String.format(
                Locale.ROOT,
                " %-7d    %-10d       %-7.2f            %-7.2f            %-7.6f",
                size,
                iterations,
                peakMbps,
                averageMbps,
                megaRate);
    }
}
