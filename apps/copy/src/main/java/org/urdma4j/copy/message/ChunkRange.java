package org.urdma4j.copy.message;

/**
 * Chunks that follow each other.
 *
 * @param first the number of the first, 0 or more
 * @param count how many, 1 or more
 */
public record ChunkRange(long first, long count) {
    /** More than any file has. */
    private static final long MOST = Long.MAX_VALUE / Limits.CHUNK;

    public ChunkRange {
        if (first < 0 || count < 1 || first > MOST || count > MOST - first) {
            throw new IllegalArgumentException("no chunks: %d from %d".formatted(count, first));
        }
    }

    /** Returns the number of the chunk after the last. */
    public long end() {
        return first + count;
    }
}
