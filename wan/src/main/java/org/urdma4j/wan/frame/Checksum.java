package org.urdma4j.wan.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The Internet checksum (RFC 1071) in parts: sums may be added before they are folded. */
final class Checksum {
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Checksum() {}

    /** Returns the sum of {@code length} bytes as 16-bit words, not folded; below 2^48. */
    static long sum(MemorySegment memory, long at, int length) {
        long sum = 0;
        int done = 0;
        // 2^16 is 1 modulo 2^16 - 1, so that two words may be added as one
        for (; length - done >= Integer.BYTES; done += Integer.BYTES) {
            sum += memory.get(INT, at + done) & 0xffff_ffffL;
        }
        for (; done < length; done++) {
            long value = memory.get(ValueLayout.JAVA_BYTE, at + done) & 0xffL;
            sum += (done & 1) == 0 ? value << Byte.SIZE : value;
        }
        return sum;
    }

    /** Returns the sum in 16 bits, not inverted. */
    static int fold(long sum) {
        long folded = sum;
        while (folded >>> Short.SIZE != 0) {
            folded = (folded & 0xffff) + (folded >>> Short.SIZE);
        }
        return (int) folded;
    }

    /** Returns what goes into a header: the folded sum inverted. */
    static int finish(long sum) {
        return ~fold(sum) & 0xffff;
    }
}
