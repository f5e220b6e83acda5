package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Bth;

import java.nio.ByteBuffer;

/**
 * The BTH as this profile uses it: the bits that RoCE reserves tell where the timestamps stand.
 * Everything else is read and written as {@link Bth} does; {@link Bth#MIG_REQ} marks a
 * retransmission.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-+-+---+-------+-------------------------------+
 * |    OpCode     |S|M|Pad| TVer  |             P_Key             |
 * +-+-+-+---------+-+-+---+-------+-------------------------------+
 * |F|B|O|   T1    |           destination queue pair              |
 * +-+-+-+---------+-----------------------------------------------+
 * |A|O|P|   Tr    |            packet sequence number             |
 * +-+-+-+---------+-----------------------------------------------+
 * </pre>
 *
 * With O set, T1 and Tr count 32-bit words from the last extended header to the timestamp. With O
 * clear the field is a timestamp itself, the URDMA paper's coarse form, which is never sent.
 * Offsets are small, so that with O set the next bit, P, is free to mark a piece of a packet.
 */
public final class UrdmaBth {
    /** Flag: a piece of a packet, with a {@link PieceWord}. */
    public static final int PIECE = 0x20_0000;

    private static final int PIECE_BIT = 0x20;
    private static final int T1_BYTE = 4;
    private static final int TR_BYTE = 8;
    private static final int T1_MASK = 0x3f;
    private static final int TR_MASK = 0x7f;
    private static final int SHIFT = 24;

    /** In the T1 field: T1 stands behind the last extended header. */
    static final int T1_OFFSET = 0x20;

    /** In the Tr field: Tr stands behind the last extended header, by so many words. */
    static final int TR_OFFSET = 0x40;

    private static final int IS_PIECE = (TR_OFFSET | PIECE_BIT) << SHIFT;

    private UrdmaBth() {}

    /**
     * Writes the header with T1 and Tr fields as the opcode demands.
     *
     * @param flags sum of the flags of {@link Bth}, and {@link #PIECE}; {@link Bth#MIG_REQ}: a
     *     retransmission
     * @param pad 0 to 3, see {@link Bth#padFor}
     */
    public static void write(
            ByteBuffer b, int at, int opcode, int flags, int pad, int pKey, int destQp, int psn) {
        HeaderLayout layout = UrdmaOpcode.layout(opcode);
        int tr = layout.trField | ((flags & PIECE) != 0 ? PIECE_BIT : 0);
        int t1 = layout.t1Field;
        Bth.write(b, at, opcode, flags, pad, pKey, destQp, psn, t1 << SHIFT, tr << SHIFT);
    }

    /** Returns the flags of {@link Bth}, and {@link #PIECE}. */
    public static int flags(ByteBuffer b, int at) {
        return Bth.flags(b, at) | (isPiece(b, at) ? PIECE : 0);
    }

    /** Tells whether the packet is a piece of one. */
    public static boolean isPiece(ByteBuffer b, int at) {
        return isPiece(b.getInt(at + TR_BYTE));
    }

    /**
     * Tells whether both fields are what the opcode demands. If not, the packet is to be dropped:
     * the ICRC doesn't cover T1's byte, so damage to it shows in no other way.
     */
    public static boolean timestampsValid(ByteBuffer b, int at) {
        HeaderLayout layout = UrdmaOpcode.layout(Bth.opcode(b, at));
        return timestampsValid(layout, b.getInt(at + T1_BYTE), b.getInt(at + TR_BYTE));
    }

    /** Tells the same of the header's second and third word. */
    static boolean timestampsValid(HeaderLayout layout, int word1, int word2) {
        int may = layout.splits ? PIECE_BIT : 0;
        return (word1 >>> SHIFT & T1_MASK) == layout.t1Field
                && (word2 >>> SHIFT & TR_MASK & ~may) == layout.trField;
    }

    /** Tells by the header's third word whether the packet is a piece of one. */
    static boolean isPiece(int word2) {
        return (word2 & IS_PIECE) == IS_PIECE;
    }

    /** Returns the six bits of the T1 field. */
    public static int t1Field(ByteBuffer b, int at) {
        return b.get(at + T1_BYTE) & T1_MASK;
    }

    /** Returns the seven bits of the Tr field. */
    public static int trField(ByteBuffer b, int at) {
        return b.get(at + TR_BYTE) & TR_MASK;
    }

    /**
     * Returns the coarse timestamp in the T1 field, 0 to 31, or -1 where the field is an offset.
     */
    public static int coarseT1(ByteBuffer b, int at) {
        int field = t1Field(b, at);
        return field < T1_OFFSET ? field : -1;
    }

    /** Returns the coarse delay in the Tr field, 0 to 63, or -1 where the field is an offset. */
    public static int coarseTr(ByteBuffer b, int at) {
        int field = trField(b, at);
        return field < TR_OFFSET ? field : -1;
    }
}
