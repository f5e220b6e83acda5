package org.urdma4j.codec.net;

import java.nio.ByteBuffer;

/** The one's complement sum of IPv4 and UDP (RFC 1071). */
public final class InternetChecksum {
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

    /** Returns the checksum, 0 to 65535, of what was added. */
    public static int finish(long sum) {
        long folded = sum;
        while (folded > 0xffff) {
            folded = (folded & 0xffff) + (folded >>> Short.SIZE);
        }
        return (int) folded ^ 0xffff;
    }
}
