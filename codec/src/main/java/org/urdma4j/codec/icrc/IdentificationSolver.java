package org.urdma4j.codec.icrc;

/**
 * Finds the IPv4 identification of a packet that came through a UDP socket, from its ICRC.
 *
 * <p>The ICRC covers the identification, but a socket doesn't show it. A CRC is linear: the ICRC on
 * the wire differs from one computed with identification 0 by the CRC of a message that is zero but
 * for the 16 bits of the identification. Shifted back over the bytes that follow, that difference
 * has its upper half zero and the identification in its lower half. Damage elsewhere passes for an
 * identification with a probability of 2^-16, where a whole ICRC would let 2^-32 pass.
 *
 * <p>Not thread-safe, because it remembers a power for each packet length; nothing is allocated.
 */
public final class IdentificationSolver {
    /** What {@link #solve} returns when no identification explains the difference. */
    public static final int NONE = -1;

    /** Rest of the IPv4 header after the identification, and the UDP header. */
    private static final int HEADERS_AFTER = 14 + 8;

    private static final int IDENTIFICATION_BYTES = 2;
    private static final int SLOTS = 256;

    private final int[] lengths = new int[SLOTS];
    private final int[] powers = new int[SLOTS];

    /** Returns how many bytes under the ICRC follow the identification. */
    public static int bytesAfter(int transportLength) {
        return HEADERS_AFTER + transportLength;
    }

    /**
     * Returns the identification, 0 to 65535, that explains the difference, or {@link #NONE}.
     *
     * @param difference exclusive or of the ICRC on the wire and that computed with identification
     *     0
     * @param bytesAfter see {@link #bytesAfter(int)}
     * @throws IllegalArgumentException if {@code bytesAfter} is negative
     */
    public int solve(int difference, int bytesAfter) {
        if (bytesAfter < 0) {
            throw new IllegalArgumentException(
                    "the bytes after the identification can't be " + bytesAfter);
        }
        int original = Crc32Field.multiply(difference, power(bytesAfter + IDENTIFICATION_BYTES));
        return original >>> Short.SIZE != 0
                ? NONE
                : Short.toUnsignedInt(Short.reverseBytes((short) original));
    }

    private int power(int bytes) {
        int slot = bytes / Integer.BYTES % SLOTS;
        if (lengths[slot] != bytes) {
            lengths[slot] = bytes;
            powers[slot] = Crc32Field.inverseOfZeroBytes(bytes);
        }
        return powers[slot];
    }
}
