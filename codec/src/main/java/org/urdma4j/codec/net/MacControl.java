package org.urdma4j.codec.net;

import java.nio.ByteBuffer;

/**
 * MAC control frames: what follows an EtherType of {@link EtherType#MAC_CONTROL}, two bytes that
 * say whether it is a {@link Pause} or a {@link Pfc} (IEEE 802.3 clause 31, annexes 31B and 31D).
 *
 * <pre>
 *  0                   1
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5
 * +-------------------------------+
 * |            opcode             |
 * +-------------------------------+
 * </pre>
 *
 * A frame has no VLAN tag, no bridge passes it on, and zeros fill it up to Ethernet's minimum.
 */
public final class MacControl {
    /** The opcode of {@link Pause}: the whole port is to wait. */
    public static final int PAUSE = 0x0001;

    /** The opcode of {@link Pfc}: single priorities are to wait. */
    public static final int PFC = 0x0101;

    /** The group address of MAC control, which only the other end of the cable hears. */
    public static final long ADDRESS = 0x0180_c200_0001L;

    /** Bytes of a frame without its frame check sequence: Ethernet's minimum. */
    public static final int FRAME_LENGTH = 60;

    /** Bit times in a quantum of pause. */
    public static final int QUANTUM_BITS = 512;

    /** The longest pause, in quanta. */
    public static final int MAX_QUANTA = 0xffff;

    /** What {@link #find} returns where there is none. */
    public static final int NOT_FOUND = -1;

    private static final int OPCODE = 0;

    /** Length in bytes of the opcode, which all frames have. */
    public static final int LENGTH = OPCODE + Short.BYTES;

    private MacControl() {}

    /** Returns the opcode, {@link #PAUSE}, {@link #PFC} or one of others' protocols. */
    public static int opcode(ByteBuffer b, int at) {
        return b.getShort(at + OPCODE) & 0xffff;
    }

    static void writeOpcode(ByteBuffer b, int at, int opcode) {
        b.putShort(at + OPCODE, (short) opcode);
    }

    /**
     * Finds a PAUSE or PFC frame that is meant for this end of the cable. What is missing of the 60
     * bytes behind the last field is not missed: virtual interfaces carry frames as short as they
     * are given.
     *
     * @param b a big-endian buffer; position and limit stay as they are
     * @param offset index of the frame's first byte
     * @param capturedLength bytes of the frame that are in the buffer
     * @param station this interface's own address, to which PAUSE may be sent as well
     * @return where the opcode is, or {@link #NOT_FOUND} for every other frame, tagged ones and
     *     those cut off before their last field included
     */
    public static int find(ByteBuffer b, int offset, int capturedLength, long station) {
        int at = offset + Ethernet.LENGTH;
        int left = capturedLength - Ethernet.LENGTH;
        if (left < LENGTH || Ethernet.etherType(b, offset) != EtherType.MAC_CONTROL) {
            return NOT_FOUND;
        }
        long destination = Ethernet.destination(b, offset);
        return switch (opcode(b, at)) {
            case PAUSE ->
                    left >= Pause.LENGTH && (destination == ADDRESS || destination == station)
                            ? at
                            : NOT_FOUND;
            case PFC -> left >= Pfc.LENGTH && destination == ADDRESS ? at : NOT_FOUND;
            default -> NOT_FOUND;
        };
    }

    /**
     * Writes {@link #FRAME_LENGTH} bytes: the Ethernet header, and zeros for the rest.
     *
     * @param source address of the interface that sends it
     * @return where to write a {@link Pause} or {@link Pfc}
     */
    public static int startFrame(ByteBuffer b, int at, long source) {
        Ethernet.write(b, at, ADDRESS, source, EtherType.MAC_CONTROL);
        int header = at + Ethernet.LENGTH;
        for (int i = header; i < at + FRAME_LENGTH; i++) {
            b.put(i, (byte) 0);
        }
        return header;
    }
}
