package org.urdma4j.codec.ib;

/**
 * The receiver-not-ready timer as five bits of an RNR NAK's syndrome and of a queue pair's {@code
 * min_rnr_timer} (IBTA volume 1, 9.7.5.2). The codes are not in order of time: code 0 is the
 * longest wait.
 */
public final class RnrTimer {
    /** Bits of a code, and the greatest code. */
    public static final int MASK = 0x1f;

    private static final int TEN_MICROSECONDS_NS = 10_000;

    /** The waits in units of 10 microseconds, by code. */
    private static final int[] TENS_OF_MICROSECONDS = {
        65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
        1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152
    };

    private RnrTimer() {}

    /** Returns the wait in nanoseconds; only the low five bits of {@code code} count. */
    public static long nanos(int code) {
        return (long) TENS_OF_MICROSECONDS[code & MASK] * TEN_MICROSECONDS_NS;
    }

    /**
     * Returns the code of the shortest wait that lasts at least {@code nanos}; code 0, the longest
     * wait (655.36 ms), when there is none.
     */
    public static int codeAtLeast(long nanos) {
        for (int code = 1; code <= MASK; code++) {
            if (nanos(code) >= nanos) {
                return code;
            }
        }
        return 0;
    }
}
