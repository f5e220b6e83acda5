package org.urdma4j.codec.net;

import java.nio.ByteBuffer;

/**
 * What follows an EtherType of {@link EtherType#VLAN}: the 802.1Q tag and the inner EtherType.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-----+-+-----------------------+-------------------------------+
 * | PCP |D|        VLAN id        |           EtherType           |
 * +-----+-+-----------------------+-------------------------------+
 * </pre>
 *
 * PCP: priority; D: drop eligible.
 */
public final class Vlan {
    private static final int TAG = 0;

    /** Offset of the inner EtherType in the tag. */
    public static final int ETHER_TYPE = TAG + Short.BYTES;

    /** Length in bytes. */
    public static final int LENGTH = ETHER_TYPE + Short.BYTES;

    private Vlan() {}

    /** Returns the priority code point, 0 to 7. */
    public static int priority(ByteBuffer b, int at) {
        return (b.getShort(at + TAG) >> 13) & 7;
    }

    public static boolean dropEligible(ByteBuffer b, int at) {
        return (b.getShort(at + TAG) & 0x1000) != 0;
    }

    /** Returns the VLAN's number, 0 to 4095; 0 stands for none, only the priority counts. */
    public static int id(ByteBuffer b, int at) {
        return b.getShort(at + TAG) & 0xfff;
    }

    /** Returns the inner {@link EtherType}. */
    public static int etherType(ByteBuffer b, int at) {
        return b.getShort(at + ETHER_TYPE) & 0xffff;
    }

    /** Writes the tag. Values too wide lose their high bits. */
    public static void write(
            ByteBuffer b, int at, int priority, boolean dropEligible, int id, int etherType) {
        int tag = ((priority & 7) << 13) | (dropEligible ? 0x1000 : 0) | (id & 0xfff);
        b.putShort(at + TAG, (short) tag);
        b.putShort(at + ETHER_TYPE, (short) etherType);
    }

    /** Returns every field in words. */
    public static String toString(ByteBuffer b, int at) {
        return "VLAN{id=%d pcp=%d dei=%b type=0x%04x}"
                .formatted(id(b, at), priority(b, at), dropEligible(b, at), etherType(b, at));
    }
}
