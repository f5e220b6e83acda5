package org.urdma4j.codec.ib;

/**
 * Packet sequence numbers: 24-bit serial numbers that wrap (IBTA volume 1, 9.7). Of two numbers the
 * later one is that which is reached by going forward less than half of the circle. Numbers are
 * passed as {@code int}; bits above the 24th are ignored.
 */
public final class Psn {
    /** The bits of a PSN, and its greatest value. */
    public static final int MASK = 0xff_ffff;

    /** How many PSNs there are. */
    public static final int SPACE = 1 << 24;

    /** Half of the circle: a difference is at least {@code -HALF} and less than {@code HALF}. */
    public static final int HALF = 1 << 23;

    private static final int UNUSED_BITS = Integer.SIZE - 24;

    private Psn() {}

    /**
     * Returns the PSN {@code n} steps after {@code psn}, or before it when {@code n} is negative.
     */
    public static int add(int psn, long n) {
        return (int) (psn + n) & MASK;
    }

    /**
     * Returns how many steps lead from {@code b} to {@code a}, in [-{@link #HALF}, {@link #HALF}).
     * Two numbers exactly half a circle apart give {@code -HALF} either way round.
     */
    public static int diff(int a, int b) {
        return (a - b) << UNUSED_BITS >> UNUSED_BITS;
    }

    /**
     * Returns a negative number, zero or a positive number as {@code a} is before, equal to or
     * after {@code b}. This is no total order: it is not transitive across more than half a circle.
     */
    public static int compare(int a, int b) {
        return diff(a, b);
    }

    /**
     * Returns the 64-bit sequence number that is congruent to {@code psn} and nearest to {@code
     * reference}; of two equally near ones, the smaller. The result is negative when {@code
     * reference} is less than {@link #HALF} and {@code psn} lies before it.
     */
    public static long unwrap(long reference, int psn) {
        return reference + ((psn - (int) reference) << UNUSED_BITS >> UNUSED_BITS);
    }
}
