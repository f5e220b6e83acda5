package org.urdma4j.codec.ib;

/**
 * End-to-end credits as five bits of an ACK's syndrome: how many receive work requests the
 * responder has free (IBTA volume 1, 9.7.7.2). The codes grow by powers of two and their half-way
 * points, so a count is sent rounded down.
 */
public final class CreditCode {
    /** The code that carries no credits: the requester need not count. */
    public static final int UNLIMITED = 0x1f;

    /** The greatest count that a code expresses. */
    public static final int MAX_CREDITS = 32768;

    private static final int[] CREDITS = {
        0,
        1,
        2,
        3,
        4,
        6,
        8,
        12,
        16,
        24,
        32,
        48,
        64,
        96,
        128,
        192,
        256,
        384,
        512,
        768,
        1024,
        1536,
        2048,
        3072,
        4096,
        6144,
        8192,
        12288,
        16384,
        24576,
        MAX_CREDITS
    };

    private CreditCode() {}

    /**
     * Returns the code (0 to 30) of the greatest count that is at most {@code available}; code 0
     * for zero and less.
     */
    public static int encode(int available) {
        if (available < 4) {
            return Math.max(0, available);
        }
        int bounded = Math.min(available, MAX_CREDITS);
        int log = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(bounded);
        int half = (bounded >>> (log - 1)) & 1;
        return 2 * log + half;
    }

    /**
     * Returns the count that {@code code} stands for; {@link Integer#MAX_VALUE} for {@link
     * #UNLIMITED}. Only the low five bits of the code count.
     */
    public static int decode(int code) {
        int index = code & UNLIMITED;
        return index == UNLIMITED ? Integer.MAX_VALUE : CREDITS[index];
    }
}
