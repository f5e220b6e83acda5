package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** Control messages of 64-bit Linux, one behind the other (cmsg(3)). */
final class ControlMessages {
    /** Room for one with up to eight bytes of data. */
    static final long LENGTH = 24;

    /** {@link #find} found none. */
    static final long NONE = -1;

    // struct cmsghdr
    private static final long LEVEL = 8;
    private static final long TYPE = 12;
    private static final long DATA = 16;

    private ControlMessages() {}

    /**
     * Writes the header of one.
     *
     * @param bytes of its data
     * @return where the data goes
     */
    static long begin(MemorySegment controls, long at, int level, int type, int bytes) {
        controls.set(JAVA_LONG, at, DATA + bytes);
        controls.set(JAVA_INT, at + LEVEL, level);
        controls.set(JAVA_INT, at + TYPE, type);
        return at + DATA;
    }

    /**
     * Returns where the data of the first of a kind begins, or {@link #NONE}.
     *
     * @param at of the first message of any kind
     * @param bytes of all
     */
    static long find(MemorySegment controls, long at, long bytes, int level, int type) {
        long end = at + bytes;
        for (long next = at; next + DATA < end; ) {
            if (controls.get(JAVA_INT, next + LEVEL) == level
                    && controls.get(JAVA_INT, next + TYPE) == type) {
                return next + DATA;
            }
            long length = controls.get(JAVA_LONG, next);
            next += (Math.max(length, DATA) + Long.BYTES - 1) & -Long.BYTES;
        }
        return NONE;
    }
}
