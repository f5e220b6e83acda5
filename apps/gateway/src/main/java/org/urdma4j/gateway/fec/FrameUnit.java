package org.urdma4j.gateway.fec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What enters a parity for a frame: a check of 4 bytes, and the frame. An ICRC alone would not do,
 * since the XOR of three frames of one length has a right one; a frame that was entered under a
 * wrong number would make a wrong one of another, with a right ICRC.
 */
final class FrameUnit {
    /** Bytes before the frame. */
    static final int CHECK = 4;

    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment unit;
    private final MemorySegment frame;

    /**
     * @param bytes that its frames have at most
     */
    FrameUnit(int bytes) {
        unit = MemorySegment.ofArray(new byte[CHECK + bytes]);
        frame = unit.asSlice(CHECK);
    }

    /** Returns where a frame of at least 8 bytes is to be put. */
    MemorySegment frame() {
        return frame;
    }

    /** Returns the unit, once {@link #finish} has been called. */
    MemorySegment bytes() {
        return unit;
    }

    /** Completes the unit of the frame with a number, and returns its bytes. */
    int finish(int frameBytes, long number) {
        unit.set(INT, 0, check(frame, 0, frameBytes, number));
        return CHECK + frameBytes;
    }

    static boolean isRight(MemorySegment from, long at, int bytes, long number) {
        return bytes >= CHECK + Long.BYTES
                && from.get(INT, at) == check(from, at + CHECK, bytes - CHECK, number);
    }

    /** The last 8 bytes, which have the ICRC, and the bits of the number, mixed. */
    private static int check(MemorySegment from, long at, int bytes, long number) {
        long mixed =
                from.get(LONG, at + bytes - Long.BYTES) + LinkNumbers.bits(number) * MULTIPLIER;
        mixed = (mixed ^ (mixed >>> 32)) * MULTIPLIER;
        return (int) (mixed >>> 32);
    }
}
