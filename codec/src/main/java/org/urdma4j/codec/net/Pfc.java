package org.urdma4j.codec.net;

import java.nio.ByteBuffer;

/**
 * Priority-based flow control: the other end of the cable is to send nothing of some priorities for
 * a while each, or to go on with them at once if that while is zero (IEEE 802.1Qbb, 802.3 annex
 * 31D).
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-------------------------------+---------------+---------------+
 * |        opcode, 0x0101         |   reserved    |7 6 5 4 3 2 1 0|
 * +-------------------------------+---------------+---------------+
 * |      quanta, priority 0       |      quanta, priority 1       |
 * +-------------------------------+-------------------------------+
 * |                              ...                              |
 * +-------------------------------+-------------------------------+
 * |      quanta, priority 6       |      quanta, priority 7       |
 * +-------------------------------+-------------------------------+
 * </pre>
 *
 * The bits 7 to 0 enable a priority; the quanta of those not enabled mean nothing.
 */
public final class Pfc {
    /** How many priorities there are. */
    public static final int PRIORITIES = 8;

    private static final int ENABLED = MacControl.LENGTH;
    private static final int QUANTA = ENABLED + Short.BYTES;

    /** Length in bytes, opcode included. */
    public static final int LENGTH = QUANTA + PRIORITIES * Short.BYTES;

    private Pfc() {}

    /** Returns the priorities that the frame speaks about, bit 0 being priority 0. */
    public static int enabled(ByteBuffer b, int at) {
        return b.getShort(at + ENABLED) & 0xff;
    }

    /**
     * Returns how long a priority is to wait, in quanta of 512 bit times; 0 is to go on.
     *
     * @param priority 0 to 7
     */
    public static int quanta(ByteBuffer b, int at, int priority) {
        return b.getShort(at + QUANTA + priority * Short.BYTES) & 0xffff;
    }

    /** Writes opcode and enabled priorities; the quanta stay as they are. */
    public static void write(ByteBuffer b, int at, int enabled) {
        MacControl.writeOpcode(b, at, MacControl.PFC);
        b.putShort(at + ENABLED, (short) (enabled & 0xff));
    }

    /**
     * Writes how long a priority is to wait. A value too wide loses its high bits.
     *
     * @param priority 0 to 7
     */
    public static void setQuanta(ByteBuffer b, int at, int priority, int quanta) {
        b.putShort(at + QUANTA + priority * Short.BYTES, (short) quanta);
    }

    /** Returns the enabled priorities and their quanta. */
    public static String toString(ByteBuffer b, int at) {
        StringBuilder text = new StringBuilder("PFC{");
        int enabled = enabled(b, at);
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if ((enabled & (1 << priority)) != 0) {
                text.append(text.length() > 4 ? " " : "")
                        .append("%d=%d".formatted(priority, quanta(b, at, priority)));
            }
        }
        return text.append('}').toString();
    }
}
