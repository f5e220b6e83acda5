package org.urdma4j.channel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The message by which an end tells what it has taken, 36 bytes, numbers in network order: bytes
 * that were freed in its rings since the beginning, WRITEs that were taken note of since the
 * beginning, the ring that it has made in place of the last one, and whether its own stream ends
 * here.
 */
final class Credit {
    static final int LENGTH = 36;

    private static final int NOTICES = 8;
    private static final int ADDR = 16;
    private static final int RKEY = 24;
    private static final int BYTES = 28;
    private static final int FLAGS = 32;
    private static final int END = 1;
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Credit() {}

    /**
     * Writes one.
     *
     * @param ring into which the peer is to write from now on, null for the one that it knows
     */
    static void write(
            MemorySegment to, long offset, long freed, long notices, PeerRing ring, boolean end) {
        to.set(LONG, offset, freed);
        to.set(LONG, offset + NOTICES, notices);
        to.set(LONG, offset + ADDR, ring == null ? 0 : ring.addr());
        to.set(INT, offset + RKEY, ring == null ? 0 : ring.rkey());
        to.set(INT, offset + BYTES, ring == null ? 0 : ring.bytes());
        to.set(INT, offset + FLAGS, end ? END : 0);
    }

    static long freed(MemorySegment from, long offset) {
        return from.get(LONG, offset);
    }

    static long notices(MemorySegment from, long offset) {
        return from.get(LONG, offset + NOTICES);
    }

    /** Returns whether a ring is named. */
    static boolean hasRing(MemorySegment from, long offset) {
        return from.get(INT, offset + BYTES) != 0;
    }

    /** Returns the ring that is named, of whatever length. */
    static PeerRing ring(MemorySegment from, long offset) {
        return new PeerRing(
                from.get(LONG, offset + ADDR),
                from.get(INT, offset + RKEY),
                from.get(INT, offset + BYTES));
    }

    static boolean end(MemorySegment from, long offset) {
        return (from.get(INT, offset + FLAGS) & END) != 0;
    }
}
