package org.urdma4j.fec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * XOR of memory into memory. The loop over long words has an {@code int} counter and two invariant
 * bases, the form that the JIT turns into vector instructions for heap and native segments alike.
 */
final class Xor {
    private Xor() {}

    /** XORs {@code n} bytes of {@code from} into {@code into}; the two don't overlap. */
    static void into(MemorySegment into, long intoAt, MemorySegment from, long fromAt, int n) {
        int words = n & -Long.BYTES;
        for (int i = 0; i < words; i += Long.BYTES) {
            long word = from.get(ValueLayout.JAVA_LONG_UNALIGNED, fromAt + i);
            long old = into.get(ValueLayout.JAVA_LONG_UNALIGNED, intoAt + i);
            into.set(ValueLayout.JAVA_LONG_UNALIGNED, intoAt + i, old ^ word);
        }
        for (int i = words; i < n; i++) {
            byte old = into.get(ValueLayout.JAVA_BYTE, intoAt + i);
            byte value = from.get(ValueLayout.JAVA_BYTE, fromAt + i);
            into.set(ValueLayout.JAVA_BYTE, intoAt + i, (byte) (old ^ value));
        }
    }

    /** Returns whether bytes {@code begin} to {@code end} of a segment are all zero. */
    static boolean zero(MemorySegment segment, long begin, long end) {
        for (long i = begin; i < end; i++) {
            if (segment.get(ValueLayout.JAVA_BYTE, i) != 0) {
                return false;
            }
        }
        return true;
    }
}
