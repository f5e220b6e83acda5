package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.FileHandle;

import java.nio.ByteBuffer;

/**
 * Writes data where a file has none yet. Of a sparse file, blocks of zeros are left as holes, but
 * where something was written before: there a hole would not read as zeros.
 */
final class SparseWriter {
    /** What most file systems allocate at once. */
    private static final int BLOCK = 1 << 12;

    private final FileHandle file;
    private final long size;
    private final boolean sparse;

    SparseWriter(FileHandle file, long size, boolean sparse) {
        this.file = file;
        this.size = size;
        this.sparse = sparse;
    }

    void write(ByteBuffer data, long offset) throws DiskException {
        if (!sparse || isWritten(offset, data.remaining())) {
            file.write(data, offset);
            return;
        }
        int start = data.position();
        int end = data.limit();
        int from = start;
        for (int at = start; at < end; at += BLOCK) {
            int next = Math.min(end, at + BLOCK);
            if (isZero(data, at, next)) {
                write(data, from, at, offset - start);
                from = next;
            }
        }
        write(data, from, end, offset - start);
    }

    private void write(ByteBuffer data, int from, int to, long base) throws DiskException {
        if (from < to) {
            file.write(data.duplicate().position(from).limit(to), base + from);
        }
    }

    private static boolean isZero(ByteBuffer data, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            if (data.getLong(at) != 0) {
                return false;
            }
        }
        for (; at < to; at++) {
            if (data.get(at) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Makes sure that a range reads as zeros. */
    void hole(long offset, int length) throws DiskException {
        if (sparse ? isWritten(offset, length) : length > 0) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(length, 1 << 18));
            long end = offset + length;
            for (long at = offset; at < end; at += zeros.capacity()) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), end - at));
                file.write(zeros, at);
            }
        }
    }

    private boolean isWritten(long offset, int length) throws DiskException {
        return length > 0 && file.nextData(offset, size) < offset + length;
    }
}
