package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.DiskException.Kind;
import org.urdma4j.copy.tree.TreePath;

/**
 * Where the chunks of a file are: all of one length but the last.
 *
 * @param size of the file, in bytes
 * @param chunkBytes how long a chunk is
 */
record ChunkGrid(long size, int chunkBytes) {
    static final int MIN_CHUNK = 1 << 12;
    static final int MAX_CHUNK = 1 << 26;

    /** What is remembered of chunks takes a bit for each. */
    private static final long MAX_CHUNKS = 1L << 26;

    /**
     * Returns the grid of a file that somebody else speaks of.
     *
     * @throws DiskException TOO_LARGE for more than 2^26 chunks or less than nothing
     * @throws IllegalArgumentException unless a chunk is a power of two from 4 KiB to 64 MiB
     */
    static ChunkGrid of(long size, int chunkBytes, TreePath path) throws DiskException {
        if (chunkBytes < MIN_CHUNK || chunkBytes > MAX_CHUNK || Integer.bitCount(chunkBytes) != 1) {
            throw new IllegalArgumentException("no length of a chunk: " + chunkBytes);
        }
        if (size < 0 || size / chunkBytes >= MAX_CHUNKS) {
            throw new DiskException(Kind.TOO_LARGE, path, "too large for chunks of this length");
        }
        return new ChunkGrid(size, chunkBytes);
    }

    int chunks() {
        return (int) ((size + chunkBytes - 1) / chunkBytes);
    }

    int index(long chunk, TreePath path) throws DiskException {
        if (chunk < 0 || chunk >= chunks()) {
            throw new DiskException(Kind.CORRUPT, path, "the file has no chunk " + chunk);
        }
        return (int) chunk;
    }

    long offset(int chunk) {
        return (long) chunk * chunkBytes;
    }

    int length(int chunk) {
        return (int) Math.min(chunkBytes, size - offset(chunk));
    }
}
