package org.urdma4j.codec.ib;

/**
 * The local ACK timeout of a queue pair: five bits that stand for 4.096 microseconds times a power
 * of two (IBTA volume 1, 9.7.6.1.3; {@code timeout} of {@code ibv_modify_qp(3)}).
 */
public final class AckTimeout {
    /** What {@link #nanos} returns for code 0: the requester waits without limit. */
    public static final long INFINITE = 0;

    /** The greatest code. */
    public static final int MAX_CODE = 31;

    private static final long UNIT_NS = 4096;

    private AckTimeout() {}

    /**
     * Returns the timeout in nanoseconds, or {@link #INFINITE} for code 0.
     *
     * @param code 0 to 31
     * @throws IllegalArgumentException if the code is outside this range
     */
    public static long nanos(int code) {
        if (code < 0 || code > MAX_CODE) {
            throw new IllegalArgumentException(
                    "an ACK timeout code is 0 (none) to 31, not " + code);
        }
        return code == 0 ? INFINITE : UNIT_NS << code;
    }

    /**
     * Returns the code of the shortest timeout that isn't shorter than {@code leastNs}: 1 to {@link
     * #MAX_CODE}, which is also the answer where every timeout is too short.
     */
    public static int codeOf(long leastNs) {
        int code = 1;
        while (code < MAX_CODE && nanos(code) < leastNs) {
            code++;
        }
        return code;
    }
}
