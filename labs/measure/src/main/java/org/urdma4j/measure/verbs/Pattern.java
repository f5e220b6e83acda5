package org.urdma4j.measure.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Contents that tell by themselves whether a byte is where it belongs: each word follows from the
 * run's seed, the stream, the number of the message, and its offset there.
 */
final class Pattern {
    private static final ValueLayout.OfLong WORD =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Odd, and its bits look random: 2^64 over the golden ratio. */
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private Pattern() {}

    /** Returns what the words of a message start from. */
    private static long start(long seed, int stream, long message) {
        long x = seed * STEP + message;
        x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L + stream;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }

    private static byte last(long word, int index) {
        return (byte) (word >>> (8 * index));
    }

    static void fill(
            MemorySegment to, long offset, long length, long seed, int stream, long message) {
        long word = start(seed, stream, message);
        long whole = length & ~7L;
        for (long i = 0; i < whole; i += 8) {
            to.set(WORD, offset + i, word);
            word += STEP;
        }
        for (long i = whole; i < length; i++) {
            to.set(ValueLayout.JAVA_BYTE, offset + i, last(word, (int) (i - whole)));
        }
    }

    /** Returns the offset within the message of the first wrong byte, or -1 if none is. */
    static long firstWrong(
            MemorySegment in, long offset, long length, long seed, int stream, long message) {
        long word = start(seed, stream, message);
        long whole = length & ~7L;
        for (long i = 0; i < whole; i += 8) {
            long difference = in.get(WORD, offset + i) ^ word;
            if (difference != 0) {
                return i + Long.numberOfTrailingZeros(difference) / 8;
            }
            word += STEP;
        }
        for (long i = whole; i < length; i++) {
            if (in.get(ValueLayout.JAVA_BYTE, offset + i) != last(word, (int) (i - whole))) {
                return i;
            }
        }
        return -1;
    }
}
