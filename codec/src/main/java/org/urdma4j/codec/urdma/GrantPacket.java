package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * What stands in a GRANT behind the BTH: how much a sender would like to have sent, may have sent,
 * or has sent and will leave it at that. All numbers are totals since the queue pairs connected, so
 * that a message lost, late or doubled does no harm. Both sequence spaces of a sender, and what it
 * sends again, count together, from BTH to ICRC.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                              T1                               |
 * +---------------------------------------------------------------+
 * |                              Tr                               |
 * +---------------+-----------------------------------------------+
 * |     kind      |                   reserved                    |
 * +---------------+-----------------------------------------------+
 * |                             bytes                             |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                             lost                              |
 * |                                                               |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * T1 and Tr are as in requests and answers, and prove as there who speaks.
 */
public final class GrantPacket {
    /** Kind: the sender would like to have sent so much. */
    public static final int DEMAND = 0;

    /** Kind: the sender may have sent so much. */
    public static final int GRANT = 1;

    /** Kind: the sender has sent so much, and gives back what it was granted beyond. */
    public static final int RETURN = 2;

    private static final int T1 = 0;
    private static final int TR = T1 + Integer.BYTES;
    private static final int KIND = TR + Integer.BYTES;
    private static final int BYTES = KIND + Integer.BYTES;
    private static final int LOST = BYTES + Long.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = LOST + Long.BYTES;

    private GrantPacket() {}

    /** Returns when the packet left, in units of {@link Timestamp}. */
    public static int t1(ByteBuffer b, int at) {
        return b.getInt(at + T1);
    }

    /** Returns the delay of the other direction as the sender measured it, 0 if it hasn't. */
    public static int tr(ByteBuffer b, int at) {
        return b.getInt(at + TR);
    }

    /** Returns the kind, 0 to 255; one that isn't of this class is to be dropped. */
    public static int kind(ByteBuffer b, int at) {
        return b.get(at + KIND) & 0xff;
    }

    /** Returns the total in bytes; one below zero is to be dropped. */
    public static long bytes(ByteBuffer b, int at) {
        return b.getLong(at + BYTES);
    }

    /**
     * Returns the bytes, of all that were sent, that the sender takes for lost, less those that the
     * path has doubled; zero in a grant.
     */
    public static long lost(ByteBuffer b, int at) {
        return b.getLong(at + LOST);
    }

    /** Writes everything behind the BTH. */
    public static void write(
            ByteBuffer b, int at, int t1, int tr, int kind, long bytes, long lost) {
        b.putInt(at + T1, t1);
        b.putInt(at + TR, tr);
        b.putInt(at + KIND, kind << 24);
        b.putLong(at + BYTES, bytes);
        b.putLong(at + LOST, lost);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "Grant{kind=%d bytes=%d lost=%d t1=0x%08x tr=0x%08x}"
                .formatted(kind(b, at), bytes(b, at), lost(b, at), t1(b, at), tr(b, at));
    }
}
