package org.urdma4j.codec.pcap;

/**
 * Turns the ticks of a pcapng interface into nanoseconds.
 *
 * @param code if_tsresol: ticks are 10^-code seconds, or 2^-(code &amp; 0x7f) with the top bit set
 * @param offsetSeconds if_tsoffset, added to each time
 */
record TimestampResolution(byte code, long offsetSeconds) {
    static final TimestampResolution DEFAULT = new TimestampResolution((byte) 6, 0);

    private static final long NS_PER_SECOND = 1_000_000_000;

    /** 10^19 is the largest power of ten that fits an unsigned long. */
    private static final int MAX_POWER = 19;

    /** Ticks are unsigned; times beyond the year 2262 wrap. */
    long toNs(long ticks) {
        int exponent = code & 0x7f;
        long ns = code < 0 ? fromPowerOfTwo(ticks, exponent) : fromPowerOfTen(ticks, exponent);
        return offsetSeconds * NS_PER_SECOND + ns;
    }

    private static long fromPowerOfTwo(long ticks, int exponent) {
        if (exponent >= Long.SIZE) {
            return Math.unsignedMultiplyHigh(ticks, NS_PER_SECOND) >>> (exponent - Long.SIZE);
        }
        if (exponent == 0) {
            return ticks * NS_PER_SECOND;
        }
        long fraction = ticks & ((1L << exponent) - 1);
        long high = Math.unsignedMultiplyHigh(fraction, NS_PER_SECOND) << (Long.SIZE - exponent);
        long low = (fraction * NS_PER_SECOND) >>> exponent;
        return (ticks >>> exponent) * NS_PER_SECOND + (high | low);
    }

    private static long fromPowerOfTen(long ticks, int exponent) {
        if (exponent <= 9) {
            return ticks * powerOfTen(9 - exponent);
        }
        return exponent - 9 > MAX_POWER ? 0 : Long.divideUnsigned(ticks, powerOfTen(exponent - 9));
    }

    private static long powerOfTen(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
