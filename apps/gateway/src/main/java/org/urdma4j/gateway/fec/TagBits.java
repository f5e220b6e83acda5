package org.urdma4j.gateway.fec;

import java.nio.ByteBuffer;

/**
 * The six reserved bits of a BTH's fifth byte, in a frame whose UDP checksum stays right: it is
 * corrected by what has changed (RFC 1624, equation 3), not computed again.
 */
public final class TagBits {
    private static final int AT = 4;
    private static final int MASK = 0x3f;
    private static final int CHECKSUM = -2;

    private TagBits() {}

    /** Returns the bits of the BTH at {@code bth}, 0 to 63. */
    public static int get(ByteBuffer b, int bth) {
        return b.get(bth + AT) & MASK;
    }

    /** Sets the bits where nothing but the transport is there, so that no checksum covers them. */
    public static void set(ByteBuffer b, int bth, int tag) {
        b.put(bth + AT, (byte) ((b.get(bth + AT) & ~MASK) | (tag & MASK)));
    }

    /** Sets the bits behind a UDP header, whose checksum is corrected unless there is none. */
    public static void setBehindUdp(ByteBuffer b, int bth, int tag) {
        int before = b.getShort(bth + AT) & 0xffff;
        set(b, bth, tag);
        int checksum = b.getShort(bth + CHECKSUM) & 0xffff;
        if (checksum != 0) {
            int after = b.getShort(bth + AT) & 0xffff;
            b.putShort(bth + CHECKSUM, (short) corrected(checksum, before, after));
        }
    }

    /** The word stands at an even distance from the header, as the sum takes it. */
    private static int corrected(int checksum, int before, int after) {
        int sum = (~checksum & 0xffff) + (~before & 0xffff) + after;
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        int result = ~sum & 0xffff;
        return result == 0 ? 0xffff : result; // in UDP 0 says that there is none
    }
}
