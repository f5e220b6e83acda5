package org.urdma4j.codec.ib;

import java.nio.ByteBuffer;

/**
 * Base transport header, the first of every packet (IBTA volume 1, 9.2).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-+-+---+-------+-------------------------------+
 * |    OpCode     |S|M|Pad| TVer  |             P_Key             |
 * +-+-+-----------+-+-+---+-------+-------------------------------+
 * |F|B| reserved  |           destination queue pair              |
 * +-+-+-----------+-----------------------------------------------+
 * |A|  reserved   |            packet sequence number             |
 * +-+-------------+-----------------------------------------------+
 * </pre>
 *
 * S: solicited event; M: migration request; F, B: forward and backward congestion notification; A:
 * acknowledge request. The second word's first byte is outside the ICRC.
 */
public final class Bth {
    /** Length in bytes. */
    public static final int LENGTH = 12;

    /** Where the byte is that the ICRC doesn't cover, see {@link #variant}. */
    public static final int VARIANT = 4;

    /** The only transport version there is. */
    public static final int VERSION = 0;

    /** The partition key of the default partition, full membership. */
    public static final int DEFAULT_P_KEY = 0xffff;

    /** Bits of a queue pair number, and the greatest one. */
    public static final int QPN_MASK = 0xff_ffff;

    /** Flag: the receiver raises a completion event that waits for solicited ones too. */
    public static final int SOLICITED = 0x80;

    /** Flag: the migration state is "migrated"; NICs send it set, Soft-RoCE clear. */
    public static final int MIG_REQ = 0x40;

    /** Flag: forward congestion notification. */
    public static final int FECN = 0x8000;

    /** Flag: backward congestion notification; set in a CNP. */
    public static final int BECN = 0x4000;

    /** Flag: the responder is asked to acknowledge this packet. */
    public static final int ACK_REQ = 0x80_0000;

    // A flag's value is its bit in the header, moved right so that the three bytes don't overlap.
    private static final int FLAGS_0 = SOLICITED | MIG_REQ;
    private static final int SHIFT_0 = 16;
    private static final int FLAGS_1 = FECN | BECN;
    private static final int SHIFT_1 = 16;
    private static final int FLAGS_2 = ACK_REQ;
    private static final int SHIFT_2 = 8;

    private static final int WORD_0 = 0;
    private static final int WORD_1 = VARIANT;
    private static final int WORD_2 = WORD_1 + Integer.BYTES;

    private Bth() {}

    /** Returns the opcode, 0 to 255; {@link Opcode} tells what it means. */
    public static int opcode(ByteBuffer b, int at) {
        return b.get(at) & 0xff;
    }

    /** Returns the flags that are set, a sum of the constants of this class. */
    public static int flags(ByteBuffer b, int at) {
        return flags(b.getInt(at + WORD_0), b.getInt(at + WORD_1), b.getInt(at + WORD_2));
    }

    /** Returns the same of the header's three words. */
    public static int flags(int word0, int word1, int word2) {
        return ((word0 >>> SHIFT_0) & FLAGS_0)
                | ((word1 >>> SHIFT_1) & FLAGS_1)
                | ((word2 >>> SHIFT_2) & FLAGS_2);
    }

    /** Returns how many pad bytes stand between payload and ICRC, 0 to 3. */
    public static int padCount(ByteBuffer b, int at) {
        return (b.get(at + 1) >> 4) & 3;
    }

    /** Returns the transport version; anything but {@link #VERSION} is to be dropped. */
    public static int version(ByteBuffer b, int at) {
        return b.get(at + 1) & 0xf;
    }

    public static int pKey(ByteBuffer b, int at) {
        return b.getShort(at + 2) & 0xffff;
    }

    public static int destQp(ByteBuffer b, int at) {
        return b.getInt(at + WORD_1) & QPN_MASK;
    }

    public static int psn(ByteBuffer b, int at) {
        return b.getInt(at + WORD_2) & Psn.MASK;
    }

    /** Returns the six reserved bits before the destination queue pair; sent as zero. */
    public static int reserved6(ByteBuffer b, int at) {
        return b.get(at + WORD_1) & 0x3f;
    }

    /** Returns the seven reserved bits before the PSN; sent as zero. */
    public static int reserved7(ByteBuffer b, int at) {
        return b.get(at + WORD_2) & 0x7f;
    }

    /**
     * Writes the header, reserved bits and version as zero. Values too wide for their field lose
     * their high bits.
     *
     * @param flags sum of the flags of this class
     * @param padCount 0 to 3, see {@link #padFor}
     */
    public static void write(
            ByteBuffer b,
            int at,
            int opcode,
            int flags,
            int padCount,
            int pKey,
            int destQp,
            int psn) {
        write(b, at, opcode, flags, padCount, pKey, destQp, psn, 0, 0);
    }

    /**
     * Writes the header with bits that are reserved in RoCE.
     *
     * @param reserved1 of the word that has the destination queue pair
     * @param reserved2 of the word that has the PSN; otherwise as the other one
     */
    public static void write(
            ByteBuffer b,
            int at,
            int opcode,
            int flags,
            int padCount,
            int pKey,
            int destQp,
            int psn,
            int reserved1,
            int reserved2) {
        int word0 =
                (opcode << 24)
                        | ((flags & FLAGS_0) << SHIFT_0)
                        | ((padCount & 3) << 20)
                        | (VERSION << 16)
                        | (pKey & 0xffff);
        int word1 = ((flags & FLAGS_1) << SHIFT_1) | (destQp & QPN_MASK) | reserved1;
        // In one store, as it is read where a tag is put in.
        b.putLong(at, (long) word0 << Integer.SIZE | (word1 & 0xffff_ffffL));
        b.putInt(at + WORD_2, ((flags & FLAGS_2) << SHIFT_2) | (psn & Psn.MASK) | reserved2);
    }

    /** Returns the byte before the destination queue pair, which the ICRC sees as ones. */
    public static int variant(ByteBuffer b, int at) {
        return b.get(at + VARIANT) & 0xff;
    }

    /** Sets the byte before the destination queue pair to ones, as the ICRC sees it. */
    public static void maskVariantFields(ByteBuffer b, int at) {
        b.put(at + WORD_1, (byte) -1);
    }

    /** Returns the pad bytes that bring a payload to a multiple of four. */
    public static int padFor(int payloadLength) {
        return -payloadLength & 3;
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        int flags = flags(b, at);
        return "BTH{%s%s%s%s%s%s pad=%d tver=%d pkey=0x%04x destQp=0x%06x psn=0x%06x resv=%d,%d}"
                .formatted(
                        Opcode.name(opcode(b, at)),
                        (flags & SOLICITED) != 0 ? " SE" : "",
                        (flags & MIG_REQ) != 0 ? " M" : "",
                        (flags & FECN) != 0 ? " FECN" : "",
                        (flags & BECN) != 0 ? " BECN" : "",
                        (flags & ACK_REQ) != 0 ? " A" : "",
                        padCount(b, at),
                        version(b, at),
                        pKey(b, at),
                        destQp(b, at),
                        psn(b, at),
                        reserved6(b, at),
                        reserved7(b, at));
    }
}
