package org.urdma4j.channel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The message by which an end tells what it has taken, 24 bytes, numbers in network order: bytes
 * that were freed in its ring since the beginning, WRITEs that were taken note of since the
 * beginning, and whether its own stream ends here.
 */
final class Credit {
    static final int LENGTH = 24;

    private static final int NOTICES = 8;
    private static final int FLAGS = 16;
    private static final long END = 1;
    private static final ValueLayout.OfLong NUMBER =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Credit() {}

    static void write(MemorySegment to, long offset, long freed, long notices, boolean end) {
        to.set(NUMBER, offset, freed);
        to.set(NUMBER, offset + NOTICES, notices);
        to.set(NUMBER, offset + FLAGS, end ? END : 0);
    }

    static long freed(MemorySegment from, long offset) {
        return from.get(NUMBER, offset);
    }

    static long notices(MemorySegment from, long offset) {
        return from.get(NUMBER, offset + NOTICES);
    }

    static boolean end(MemorySegment from, long offset) {
        return (from.get(NUMBER, offset + FLAGS) & END) != 0;
    }
}
