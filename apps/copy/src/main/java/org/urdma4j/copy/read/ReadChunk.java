package org.urdma4j.copy.read;

import org.urdma4j.copy.tree.DiskException;

import java.nio.ByteBuffer;

/**
 * What was read of a file: a chunk, a chunk that is a hole, or nothing more but the end or why
 * there is none. For one thread at a time; close it once its data is no longer needed.
 */
public final class ReadChunk implements AutoCloseable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0).asReadOnlyBuffer();

    private final ReadRequest request;
    private final long index;
    private final long offset;
    private final int length;
    private final boolean last;
    private final RingMemory.Piece piece;
    private final byte[] sha256;
    private final DiskException failure;

    private ReadChunk(
            ReadRequest request,
            long index,
            long offset,
            int length,
            boolean last,
            RingMemory.Piece piece,
            byte[] sha256,
            DiskException failure) {
        this.request = request;
        this.index = index;
        this.offset = offset;
        this.length = length;
        this.last = last;
        this.piece = piece;
        this.sha256 = sha256;
        this.failure = failure;
    }

    static ReadChunk data(
            ReadRequest request,
            long index,
            long offset,
            boolean last,
            RingMemory.Piece piece,
            byte[] sha256) {
        int length = piece.data.remaining();
        return new ReadChunk(request, index, offset, length, last, piece, sha256, null);
    }

    /** A chunk of zeros, or of length 0 the end of a file of which nothing more was wanted. */
    static ReadChunk hole(ReadRequest request, long index, long offset, int length, boolean last) {
        return new ReadChunk(request, index, offset, length, last, null, null, null);
    }

    static ReadChunk failed(ReadRequest request, DiskException failure) {
        return new ReadChunk(request, 0, 0, 0, true, null, null, failure);
    }

    public ReadRequest request() {
        return request;
    }

    /** Returns the chunk's number, from 0. */
    public long index() {
        return index;
    }

    /** Returns where in the file it begins, in bytes. */
    public long offset() {
        return offset;
    }

    /** Returns how long it is in the file, in bytes. */
    public int length() {
        return length;
    }

    /** Returns whether it is all zeros that take no room on the disk. */
    public boolean isHole() {
        return piece == null && length > 0;
    }

    /** Returns whether nothing more comes of the file; each request has one such chunk. */
    public boolean isLast() {
        return last;
    }

    /** Returns the data, direct, from position 0 to the limit; empty for a hole. */
    public ByteBuffer data() {
        return piece == null ? NOTHING : piece.data;
    }

    /** Returns the SHA-256 of the data; null if there is none. */
    public byte[] sha256() {
        return sha256;
    }

    /**
     * Returns why the file can't be read, or null. Of kind CHANGED if it is not what it was when it
     * was met; then what came of it before is of no use.
     */
    public DiskException failure() {
        return failure;
    }

    /** Gives the memory of the data back; idempotent. */
    @Override
    public void close() {
        if (piece != null) {
            piece.release();
        }
    }
}
