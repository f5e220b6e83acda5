package org.urdma4j.copy.tree;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** The two {@code struct timespec} of {@code utimensat}: last access, last modification. */
final class Timespecs {
    static final long BYTES = 32;
    private static final long UTIME_OMIT = (1L << 30) - 2;

    private Timespecs() {}

    /** Says when a file was modified, and leaves alone when it was last read. */
    static MemorySegment modified(MemorySegment times, Attributes attributes) {
        times.set(JAVA_LONG, 0, 0);
        times.set(JAVA_LONG, 8, UTIME_OMIT);
        times.set(JAVA_LONG, 16, attributes.mtimeSeconds());
        times.set(JAVA_LONG, 24, attributes.mtimeNanos());
        return times;
    }
}
