package org.urdma4j.codec.net;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The one's complement sum of IPv4 and UDP (RFC 1071). */
public final class InternetChecksum {
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private InternetChecksum() {}

    /**
     * Adds {@code length} bytes to a sum that was begun with 0 or another call's result; 2^31 bytes
     * in all at most.
     */
    public static long add(long sum, ByteBuffer b, int at, int length) {
        long result = sum;
        int done = 0;
        // 2^16 is 1 modulo 2^16 - 1, so that two words may be added as one
        for (; length - done >= Long.BYTES; done += Long.BYTES) {
            long words = b.getLong(at + done);
            result += (words >>> Integer.SIZE) + (words & 0xffff_ffffL);
        }
        for (; length - done >= Short.BYTES; done += Short.BYTES) {
            result += b.getShort(at + done) & 0xffff;
        }
        if (done != length) {
            result += (b.get(at + done) & 0xff) << Byte.SIZE;
        }
        return result;
    }

    /** The same of bytes in a segment. */
    public static long add(long sum, MemorySegment memory, long at, int length) {
        long result = sum;
        int done = 0;
        for (; length - done >= Integer.BYTES; done += Integer.BYTES) {
            result += memory.get(INT, at + done) & 0xffff_ffffL;
        }
        for (; done < length; done++) {
            long value = memory.get(ValueLayout.JAVA_BYTE, at + done) & 0xffL;
            result += (done & 1) == 0 ? value << Byte.SIZE : value;
        }
        return result;
    }

    /** Returns what was added in 16 bits, not inverted, as a device takes it to go on from. */
    public static int fold(long sum) {
        long folded = sum;
        while (folded > 0xffff) {
            folded = (folded & 0xffff) + (folded >>> Short.SIZE);
        }
        return (int) folded;
    }

    /** Returns the checksum, 0 to 65535, of what was added. */
    public static int finish(long sum) {
        return fold(sum) ^ 0xffff;
    }
}
