package org.urdma4j.congestion;

/** Bytes, times in nanoseconds and rates in bits per second, of which two make the third. */
final class Rates {
    private static final double NANO_BITS_PER_BYTE = 8e9;

    private Rates() {}

    static double bytes(long bitsPerSecond, long ns) {
        return (double) bitsPerSecond * (double) ns / NANO_BITS_PER_BYTE;
    }

    static double bitsPerSecond(long bytes, long ns) {
        return (double) bytes * NANO_BITS_PER_BYTE / (double) ns;
    }

    static double ns(long bytes, long bitsPerSecond) {
        return (double) bytes * NANO_BITS_PER_BYTE / (double) bitsPerSecond;
    }
}
