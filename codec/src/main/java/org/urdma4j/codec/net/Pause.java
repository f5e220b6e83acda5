package org.urdma4j.codec.net;

import java.nio.ByteBuffer;

/**
 * PAUSE: the other end of the cable is to send nothing for a while, or to go on at once if that
 * while is zero (IEEE 802.3 annex 31B).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+-------------------------------+
 * |        opcode, 0x0001         |            quanta             |
 * +-------------------------------+-------------------------------+
 * </pre>
 */
public final class Pause {
    private static final int QUANTA = MacControl.LENGTH;

    /** Length in bytes, opcode included. */
    public static final int LENGTH = QUANTA + Short.BYTES;

    private Pause() {}

    /** Returns how long to wait, in quanta of 512 bit times; 0 is to go on. */
    public static int quanta(ByteBuffer b, int at) {
        return b.getShort(at + QUANTA) & 0xffff;
    }

    /** Writes opcode and quanta. Values too wide lose their high bits. */
    public static void write(ByteBuffer b, int at, int quanta) {
        MacControl.writeOpcode(b, at, MacControl.PAUSE);
        b.putShort(at + QUANTA, (short) quanta);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "PAUSE{quanta=%d}".formatted(quanta(b, at));
    }
}
