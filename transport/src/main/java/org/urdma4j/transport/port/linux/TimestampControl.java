package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * Control message with the time at which the kernel was given a datagram, of the last of joined
 * ones: SCM_TIMESTAMPNS, a {@code struct timespec} (socket(7)).
 */
final class TimestampControl {
    /** Bytes of the message. */
    static final long LENGTH = 32;

    /** There is none. */
    static final long NONE = Long.MIN_VALUE;

    // asm-generic/socket.h
    private static final int SOL_SOCKET = 1;
    private static final int SCM_TIMESTAMPNS = 35;

    private static final long NS_PER_S = 1_000_000_000L;

    private TimestampControl() {}

    /**
     * Returns what the one behind {@code at} says, nanoseconds since 1970, or {@link #NONE}.
     *
     * @param bytes of control messages
     */
    static long read(MemorySegment controls, long at, long bytes) {
        long found = ControlMessages.find(controls, at, bytes, SOL_SOCKET, SCM_TIMESTAMPNS);
        boolean whole = found != ControlMessages.NONE && found + 2 * Long.BYTES <= at + bytes;
        return !whole
                ? NONE
                : controls.get(JAVA_LONG, found) * NS_PER_S
                        + controls.get(JAVA_LONG, found + Long.BYTES);
    }
}
