package org.urdma4j.protection.packet;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;

import java.nio.ByteBuffer;

/**
 * The first eight bytes of what is sealed: what of a packet's BTH isn't in the clear.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-+-+---+-------+-------------------------------+
 * |    OpCode     |S|M|Pad|   0   |         bytes of fill         |
 * +-+-------------+-+-+---+-------+-------------------------------+
 * |A|0|P|    0    |            packet sequence number             |
 * +-+-+-+---------+-----------------------------------------------+
 * </pre>
 *
 * S, M, A, P: the flags of the BTH.
 */
final class InnerHeader {
    static final int LENGTH = 8;

    /** Most bytes of fill. */
    static final int MOST_FILL = 0xffff;

    private static final int FLAGS = 1;
    private static final int FILL = 2;
    private static final int NUMBER = 4;
    private static final int PAD_SHIFT = 4;
    private static final int PAD_MASK = 3;
    private static final int FLAGS_ZERO = 0x0f;
    private static final int NUMBER_ZERO = 0x5f00_0000;
    private static final int PIECE_BIT = 0x2000_0000;
    private static final int ACK_REQ = 1 << 31;

    private InnerHeader() {}

    static void write(ByteBuffer b, int at, int opcode, int flags, int pad, int fill, int psn) {
        b.put(at, (byte) opcode);
        int solicitedAndMigrated = flags & (Bth.SOLICITED | Bth.MIG_REQ);
        b.put(at + FLAGS, (byte) (solicitedAndMigrated | pad << PAD_SHIFT));
        b.putShort(at + FILL, (short) fill);
        int ask = (flags & Bth.ACK_REQ) == 0 ? 0 : ACK_REQ;
        int piece = (flags & UrdmaBth.PIECE) == 0 ? 0 : PIECE_BIT;
        b.putInt(at + NUMBER, ask | piece | psn);
    }

    static int opcode(ByteBuffer b, int at) {
        return b.get(at) & 0xff;
    }

    /** Returns the flags as those of {@link Bth} and {@link UrdmaBth}. */
    static int flags(ByteBuffer b, int at) {
        int first = b.get(at + FLAGS) & (Bth.SOLICITED | Bth.MIG_REQ);
        int number = b.getInt(at + NUMBER);
        int piece = (number & PIECE_BIT) != 0 ? UrdmaBth.PIECE : 0;
        return first | piece | (number < 0 ? Bth.ACK_REQ : 0);
    }

    static int pad(ByteBuffer b, int at) {
        return b.get(at + FLAGS) >> PAD_SHIFT & PAD_MASK;
    }

    static int fill(ByteBuffer b, int at) {
        return b.getShort(at + FILL) & 0xffff;
    }

    static int psn(ByteBuffer b, int at) {
        return b.getInt(at + NUMBER) & Bth.QPN_MASK;
    }

    /** Returns whether what has to be zero is. */
    static boolean isSound(ByteBuffer b, int at, int opcode) {
        int zero = UrdmaOpcode.maySplit(opcode) ? NUMBER_ZERO : NUMBER_ZERO | PIECE_BIT;
        return (b.get(at + FLAGS) & FLAGS_ZERO) == 0 && (b.getInt(at + NUMBER) & zero) == 0;
    }
}
