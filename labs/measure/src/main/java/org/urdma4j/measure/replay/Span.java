package org.urdma4j.measure.replay;

/**
 * Memory behind a remote key.
 *
 * @param from address of the first byte, a multiple of eight
 * @param end address behind the last byte, unsigned, a multiple of eight
 */
record Span(long from, long end) {
    private static final long ALIGNMENT = Long.BYTES;

    /** Returns the memory that a request reaches, which is some, or null if it wraps. */
    static Span of(long address, long bytes) {
        long from = address & -ALIGNMENT;
        long end = (address + Math.max(1, bytes) + ALIGNMENT - 1) & -ALIGNMENT;
        return Long.compareUnsigned(from, end) < 0 ? new Span(from, end) : null;
    }

    Span and(Span other) {
        return new Span(
                Long.compareUnsigned(from, other.from) < 0 ? from : other.from,
                Long.compareUnsigned(end, other.end) > 0 ? end : other.end);
    }

    long bytes() {
        return end - from;
    }
}
