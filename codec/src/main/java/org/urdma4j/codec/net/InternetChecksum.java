package org.urdma4j.codec.net;

import java.nio.ByteBuffer;

/** The one's complement sum of IPv4 and UDP (RFC 1071). */
public final class InternetChecksum {
    private InternetChecksum() {}

    /** Adds {@code length} bytes to a sum that was begun with 0 or another call's result. */
    public static long add(long sum, ByteBuffer b, int at, int length) {
        long result = sum;
        int even = length & ~1;
        for (int i = 0; i < even; i += Short.BYTES) {
            result += b.getShort(at + i) & 0xffff;
        }
        if (even != length) {
            result += (b.get(at + even) & 0xff) << Byte.SIZE;
        }
        return result;
    }

    /** Returns the checksum, 0 to 65535, of what was added. */
    public static int finish(long sum) {
        long folded = sum;
        while (folded > 0xffff) {
            folded = (folded & 0xffff) + (folded >>> Short.SIZE);
        }
        return (int) folded ^ 0xffff;
    }
}
