package org.urdma4j.codec.urdma;

/**
 * Timestamps and delays on the wire: 32-bit numbers of 128 ns that wrap after about 550 s. T1 and
 * T3 are readings of a clock whose zero only its owner knows; Ts and Tr are differences of two such
 * clocks, of which only the sum {@code Ts + Tr}, the round trip, has a meaning by itself.
 */
public final class Timestamp {
    /** Nanoseconds to units: a shift to the right by this. */
    public static final int SHIFT = 7;

    /** Nanoseconds of a unit. */
    public static final int UNIT_NS = 1 << SHIFT;

    private Timestamp() {}

    /** Returns the time or delay in units, the low 32 bits of the number; rounds down. */
    public static int of(long nanos) {
        return (int) (nanos >> SHIFT);
    }

    /**
     * Returns the nanoseconds from {@code earlier} to {@code later}, less than 275 s either way.
     */
    public static long nanosBetween(int earlier, int later) {
        return nanos(later - earlier);
    }

    /** Returns a difference in units, positive or negative, as nanoseconds. */
    public static long nanos(int difference) {
        return (long) difference << SHIFT;
    }

    /** Returns the time in nanoseconds that reads {@code timestamp} and is nearest to another. */
    public static long unwrap(long referenceNs, int timestamp) {
        long units = referenceNs >> SHIFT;
        return (units + (timestamp - (int) units)) << SHIFT;
    }
}
