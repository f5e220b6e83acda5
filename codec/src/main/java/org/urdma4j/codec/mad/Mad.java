package org.urdma4j.codec.mad;

import java.nio.ByteBuffer;

/**
 * The header of every management datagram (IBTA volume 1, 13.4.3).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+---------------+-+-------------+
 * | base version  |     class     | class version |R|   method    |
 * +---------------+---------------+---------------+-+-------------+
 * |            status             |        class specific         |
 * +-------------------------------+-------------------------------+
 * |                        transaction ID                         |
 * |                                                               |
 * +-------------------------------+-------------------------------+
 * |         attribute ID          |           reserved            |
 * +-------------------------------+-------------------------------+
 * |                      attribute modifier                       |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * R is set in responses, and read and written as the high bit of the method.
 */
public final class Mad {
    /** Length in bytes of the header. */
    public static final int HEADER_LENGTH = 24;

    /** Length in bytes of every datagram, header included. */
    public static final int LENGTH = 256;

    /** The only base version there is. */
    public static final int BASE_VERSION = 1;

    /** Method: a message that is neither query nor command, of the connection manager too. */
    public static final int SEND = 0x03;

    private static final int BASE_VERSION_AT = 0;
    private static final int CLASS = BASE_VERSION_AT + Byte.BYTES;
    private static final int CLASS_VERSION = CLASS + Byte.BYTES;
    private static final int METHOD = CLASS_VERSION + Byte.BYTES;
    private static final int STATUS = METHOD + Byte.BYTES;
    private static final int CLASS_SPECIFIC = STATUS + Short.BYTES;
    private static final int TRANSACTION_ID = CLASS_SPECIFIC + Short.BYTES;
    private static final int ATTRIBUTE_ID = TRANSACTION_ID + Long.BYTES;
    private static final int ATTRIBUTE_MODIFIER = HEADER_LENGTH - Integer.BYTES;

    private Mad() {}

    public static int baseVersion(ByteBuffer b, int at) {
        return b.get(at + BASE_VERSION_AT) & 0xff;
    }

    public static int managementClass(ByteBuffer b, int at) {
        return b.get(at + CLASS) & 0xff;
    }

    public static int classVersion(ByteBuffer b, int at) {
        return b.get(at + CLASS_VERSION) & 0xff;
    }

    public static int method(ByteBuffer b, int at) {
        return b.get(at + METHOD) & 0xff;
    }

    public static int status(ByteBuffer b, int at) {
        return b.getShort(at + STATUS) & 0xffff;
    }

    public static int classSpecific(ByteBuffer b, int at) {
        return b.getShort(at + CLASS_SPECIFIC) & 0xffff;
    }

    public static long transactionId(ByteBuffer b, int at) {
        return b.getLong(at + TRANSACTION_ID);
    }

    public static int attributeId(ByteBuffer b, int at) {
        return b.getShort(at + ATTRIBUTE_ID) & 0xffff;
    }

    public static int attributeModifier(ByteBuffer b, int at) {
        return b.getInt(at + ATTRIBUTE_MODIFIER);
    }

    /** Writes a header with method {@link #SEND}, status and modifier 0, and zeros behind it. */
    public static void write(
            ByteBuffer b,
            int at,
            int managementClass,
            int classVersion,
            long transactionId,
            int attributeId) {
        for (int i = 0; i < LENGTH; i += Long.BYTES) {
            b.putLong(at + i, 0);
        }
        b.put(at + BASE_VERSION_AT, (byte) BASE_VERSION);
        b.put(at + CLASS, (byte) managementClass);
        b.put(at + CLASS_VERSION, (byte) classVersion);
        b.put(at + METHOD, (byte) SEND);
        b.putLong(at + TRANSACTION_ID, transactionId);
        b.putShort(at + ATTRIBUTE_ID, (short) attributeId);
    }

    /** Returns every field of the header in words. */
    public static String toString(ByteBuffer b, int at) {
        return ("MAD{base=%d class=0x%02x version=%d method=0x%02x status=0x%04x specific=0x%04x"
                        + " tid=0x%016x attribute=0x%04x modifier=0x%08x}")
                .formatted(
                        baseVersion(b, at),
                        managementClass(b, at),
                        classVersion(b, at),
                        method(b, at),
                        status(b, at),
                        classSpecific(b, at),
                        transactionId(b, at),
                        attributeId(b, at),
                        attributeModifier(b, at));
    }
}
