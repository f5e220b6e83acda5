package org.urdma4j.leafspine.net;

/** Numbers by chance, the same for the same seed: SplitMix64 (Steele, Lea, Flood 2014). */
public final class Noise {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final double UNIT = 0x1.0p-53;

    private long state;

    /** Starts from a seed; nearby seeds have nothing in common. */
    public Noise(long seed) {
        state = mix(seed + GOLDEN);
    }

    /** Returns 64 bits that depend on all bits of a value. */
    public static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Returns any 64 bits. */
    public long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /** Returns a number from 0 to below 1. */
    public double nextDouble() {
        return (nextLong() >>> 11) * UNIT;
    }

    /** Returns a number from 0 to below {@code bound}. */
    public int nextInt(int bound) {
        return (int) Long.remainderUnsigned(nextLong(), bound);
    }
}
