package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * What stands between the BTH of a repair packet and its coded bytes: which of the group's repair
 * packets it is, T1, and the XOR of what the members' BTHs don't let a receiver derive.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------------------------------+
 * |   index in r  |       r       |     m, members of the group   |
 * +---------------+---------------+-------------------------------+
 * |                              T1                               |
 * +---------------+-+-+---+-------+-------------------------------+
 * |  XOR: opcode  |S|0|Pad|   0   |       XOR: coded length       |
 * +---------------+-+-+---+-------+-------------------------------+
 * </pre>
 */
public final class RepairHeader {
    /** What of a member's second BTH byte is coded: solicited event and pad count. */
    public static final int CODED_BITS = 0xb0;

    private static final int INDEX = 0;
    private static final int R = INDEX + 1;
    private static final int M = R + 1;
    private static final int T1 = M + Short.BYTES;
    private static final int OPCODE = T1 + Integer.BYTES;
    private static final int BITS = OPCODE + 1;
    private static final int CODED_LENGTH = BITS + 1;

    /** Length in bytes. */
    public static final int LENGTH = CODED_LENGTH + Short.BYTES;

    private RepairHeader() {}

    /**
     * Returns which of the group's repair packets this is, 0 to 255: below {@link #r} in the
     * interleaved scheme; in two dimensions rows come first, then columns.
     */
    public static int index(ByteBuffer b, int at) {
        return b.get(at + INDEX) & 0xff;
    }

    /** Returns how many repair packets the group has, 0 to 255. */
    public static int r(ByteBuffer b, int at) {
        return b.get(at + R) & 0xff;
    }

    /** Returns how many data packets the group has, 0 to 65535. */
    public static int m(ByteBuffer b, int at) {
        return b.getShort(at + M) & 0xffff;
    }

    /** Returns when the packet left, in units of {@link Timestamp}. */
    public static int t1(ByteBuffer b, int at) {
        return b.getInt(at + T1);
    }

    /** Returns the XOR of the members' opcodes, 0 to 255. */
    public static int opcodes(ByteBuffer b, int at) {
        return b.get(at + OPCODE) & 0xff;
    }

    /** Returns the XOR of the members' second BTH bytes under {@link #CODED_BITS}. */
    public static int bits(ByteBuffer b, int at) {
        return b.get(at + BITS) & 0xff;
    }

    /** Returns the XOR of the members' coded lengths, 0 to 65535. */
    public static int codedLengths(ByteBuffer b, int at) {
        return b.getShort(at + CODED_LENGTH) & 0xffff;
    }

    public static void write(
            ByteBuffer b,
            int at,
            int index,
            int r,
            int m,
            int t1,
            int opcodes,
            int bits,
            int codedLengths) {
        b.put(at + INDEX, (byte) index);
        b.put(at + R, (byte) r);
        b.putShort(at + M, (short) m);
        b.putInt(at + T1, t1);
        b.put(at + OPCODE, (byte) opcodes);
        b.put(at + BITS, (byte) bits);
        b.putShort(at + CODED_LENGTH, (short) codedLengths);
    }

    /** Writes T1 alone, known only when the packet leaves. */
    public static void writeT1(ByteBuffer b, int at, int t1) {
        b.putInt(at + T1, t1);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "Repair{index=%d r=%d m=%d t1=0x%08x opcodes=0x%02x bits=0x%02x lengths=0x%04x}"
                .formatted(
                        index(b, at),
                        r(b, at),
                        m(b, at),
                        t1(b, at),
                        opcodes(b, at),
                        bits(b, at),
                        codedLengths(b, at));
    }
}
