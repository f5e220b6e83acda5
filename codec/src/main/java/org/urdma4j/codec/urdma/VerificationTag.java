package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Bth;

import java.nio.ByteBuffer;

/**
 * The four bytes behind the BTH of each packet of this profile that is sent in the clear: a number
 * that the receiver chose at random and told its peer in the {@link OfferRecord offer}. Who hasn't
 * seen a packet of the connection hits it once in 2^32 times (as SCTP's, RFC 9260, 8.5). Stateless,
 * safe from any thread.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                       verification tag                        |
 * +---------------------------------------------------------------+
 * </pre>
 */
public final class VerificationTag {
    /** Length in bytes. */
    public static final int LENGTH = 4;

    private static final int FIRST = Long.BYTES;

    private VerificationTag() {}

    /**
     * Returns the tag of a packet with at least {@link Bth#LENGTH} and {@link #LENGTH} bytes.
     *
     * @param at index of its BTH
     */
    public static int of(ByteBuffer b, int at) {
        return b.getInt(at + Bth.LENGTH);
    }

    /**
     * Puts a tag into a packet that has none: its BTH moves forward by {@link #LENGTH} bytes, which
     * must be free there.
     *
     * @param at index of its BTH
     */
    public static void insert(ByteBuffer b, int at, int tag) {
        long first = b.getLong(at);
        int last = b.getInt(at + FIRST);
        b.putLong(at - LENGTH, first);
        b.putInt(at - LENGTH + FIRST, last);
        b.putInt(at - LENGTH + Bth.LENGTH, tag);
    }

    /**
     * Takes the tag out of a packet, which begins {@link #LENGTH} bytes further on afterwards; one
     * with another tag is left as it is.
     *
     * @param at index of its BTH before
     * @return whether it has the tag
     */
    public static boolean remove(ByteBuffer b, int at, int tag) {
        if (b.getInt(at + Bth.LENGTH) != tag) {
            return false;
        }
        long first = b.getLong(at);
        int last = b.getInt(at + FIRST);
        b.putLong(at + LENGTH, first);
        b.putInt(at + LENGTH + FIRST, last);
        return true;
    }
}
