package org.urdma4j.measure.port;

import java.util.random.RandomGenerator;

/**
 * What the TCP streams of a run begin with: 16 bits that no control connection and no TLS begins
 * with, and 48 random ones. The server chooses it, and tells the client over the control
 * connection.
 */
public final class StreamCookie {
    /** Bytes of it, sent with the first bits first. */
    static final int BYTES = Long.BYTES;

    static final int MARK_BYTES = 2;

    private static final long MARK = 0xda7aL << 48;
    private static final long RANDOM = (1L << 48) - 1;

    private StreamCookie() {}

    /** Returns a new one; nobody must be able to guess what comes from the generator. */
    public static long next(RandomGenerator random) {
        return MARK | (random.nextLong() & RANDOM);
    }

    /** Returns a byte that each of them begins with. */
    static byte mark(int index) {
        return (byte) (MARK >>> (56 - 8 * index));
    }
}
