package org.urdma4j.transport.urdma.packet;

/**
 * What a packet under way belongs to, in one number: the position of its request or answer, modulo
 * 2^33, and where in it the packet begins, up to 2^31 bytes.
 */
public final class PacketTag {
    private static final int OFFSET_BITS = 31;
    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

    private PacketTag() {}

    public static long of(long position, long offset) {
        return (position << OFFSET_BITS) | offset;
    }

    /** Returns the position, of those that the tag may stand for the one next to {@code near}. */
    public static long position(long tag, long near) {
        long distance = (tag >> OFFSET_BITS) - near;
        return near + ((distance << OFFSET_BITS) >> OFFSET_BITS);
    }

    public static long offset(long tag) {
        return tag & OFFSET_MASK;
    }
}
