package org.urdma4j.protection.packet;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.SealedPacket;

import java.nio.ByteBuffer;

/**
 * What is in the clear of a sealed packet.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------------------------------+
 * |     0xE0      |       0       |             P_Key             |
 * +-+-+-----------+---------------+-------------------------------+
 * |F|B|     0     |           destination queue pair              |
 * +-+-+-----------+-----------------------------------------------+
 * |       0       |             packet number 23..0               |
 * +---------------+-----------------------------------------------+
 * |  generation   |             packet number 47..24              |
 * +---------------+-----------------------------------------------+
 * </pre>
 *
 * The first three words are the BTH. F and B may change on the way; the rest is authenticated.
 * {@link SealedPacket} reads it.
 */
public final class SealedHeader {
    /** Opcode of a sealed packet of a queue pair, of the manufacturer's range. */
    public static final int OPCODE = SealedPacket.PACKET;

    /** Bytes of the header. */
    public static final int LENGTH = Bth.LENGTH + Integer.BYTES;

    /** The greatest number of a generation; the next is 0 again. */
    public static final int LAST_GENERATION = 255;

    /** The greatest packet number. */
    public static final long LAST_NUMBER = (1L << 48) - 1;

    private static final int MIDDLE = 24;
    private static final int WORD = Bth.LENGTH;

    private SealedHeader() {}

    /** Offset of the byte with F and B, which isn't authenticated. */
    static final int MARKS_AT = 4;

    /** As the other one, of a packet of a queue pair. */
    static void write(
            ByteBuffer b, int at, int flags, int pKey, int destQp, int generation, long number) {
        write(b, at, OPCODE, flags, pKey, destQp, generation, number);
    }

    /**
     * Writes it.
     *
     * @param opcode of the BTH
     * @param flags {@link Bth#FECN} and {@link Bth#BECN}, others don't count
     * @param generation 0 to 255
     * @param number 0 to {@link #LAST_NUMBER}
     */
    static void write(
            ByteBuffer b,
            int at,
            int opcode,
            int flags,
            int pKey,
            int destQp,
            int generation,
            long number) {
        int marks = flags & (Bth.FECN | Bth.BECN);
        Bth.write(b, at, opcode, marks, 0, pKey, destQp, (int) number & Bth.QPN_MASK);
        b.putInt(at + WORD, (generation << MIDDLE) | ((int) (number >>> MIDDLE) & Bth.QPN_MASK));
    }
}
