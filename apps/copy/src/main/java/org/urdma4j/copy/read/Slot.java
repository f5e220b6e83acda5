package org.urdma4j.copy.read;

import org.urdma4j.copy.digest.Checksums;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.Root;

import java.util.concurrent.CountDownLatch;

/**
 * A place in the order of what is delivered, and the work that fills it. One thread fills it, one
 * takes it.
 */
abstract class Slot {
    private final CountDownLatch filled = new CountDownLatch(1);
    private volatile ReadChunk chunk;
    private volatile Error error;

    final void fill() {
        try {
            chunk = read();
        } catch (Error e) {
            error = e;
        } finally {
            filled.countDown();
        }
    }

    abstract ReadChunk read();

    /**
     * Returns what came of it once it is there, or null if nothing more of the file is wanted. Call
     * it once, in order.
     */
    final ReadChunk take() throws InterruptedException {
        filled.await();
        if (error != null) {
            throw new IllegalStateException("can't read on: " + error, error);
        }
        return deliver(chunk);
    }

    /** Gives back what nobody will take. */
    final void discard() {
        if (filled.getCount() == 0 && chunk != null) {
            chunk.close();
        }
        drop();
    }

    ReadChunk deliver(ReadChunk read) {
        return read;
    }

    void drop() {}

    /** What is known already. */
    static final class Known extends Slot {
        private final ReadChunk known;

        Known(ReadChunk known) {
            this.known = known;
        }

        @Override
        ReadChunk read() {
            return known;
        }
    }

    /** Nothing comes any more. */
    static final class End extends Slot {
        @Override
        ReadChunk read() {
            return null;
        }
    }

    /** A file that is one chunk: opened, read and closed in one go. */
    static final class Whole extends Slot {
        private final Root root;
        private final ReadRequest request;
        private final RingMemory.Piece piece;

        Whole(Root root, ReadRequest request, RingMemory.Piece piece) {
            this.root = root;
            this.request = request;
            this.piece = piece;
        }

        @Override
        ReadChunk read() {
            try {
                OpenFile file = OpenFile.open(root, request);
                try {
                    file.read(piece.data, 0);
                    byte[] sha256 = Checksums.of(piece.data);
                    if (request.stat().size() == 0) {
                        file.checkEmpty();
                    }
                    file.checkUnchanged();
                    return ReadChunk.data(request, 0, 0, true, piece, sha256);
                } finally {
                    file.done();
                }
            } catch (DiskException e) {
                piece.release();
                return ReadChunk.failed(request, e);
            }
        }
    }

    /** A chunk of a file that is open, or with nothing to read its end. */
    static final class Part extends Slot {
        private final OpenFile file;
        private final long index;
        private final long offset;
        private final int length;
        private final boolean last;
        private final RingMemory.Piece piece;

        /**
         * @param piece where to read it to; null for a hole, or the end
         */
        Part(
                OpenFile file,
                long index,
                long offset,
                int length,
                boolean last,
                RingMemory.Piece piece) {
            this.file = file;
            this.index = index;
            this.offset = offset;
            this.length = length;
            this.last = last;
            this.piece = piece;
            file.use();
        }

        @Override
        ReadChunk read() {
            if (piece == null) {
                return ReadChunk.hole(file.request, index, offset, length, last);
            }
            try {
                file.read(piece.data, offset);
                byte[] sha256 = Checksums.of(piece.data);
                return ReadChunk.data(file.request, index, offset, last, piece, sha256);
            } catch (DiskException e) {
                piece.release();
                return ReadChunk.failed(file.request, e);
            }
        }

        /** All before it has been read by now, so that a change would show. */
        @Override
        ReadChunk deliver(ReadChunk read) {
            try {
                if (file.hasFailed()) {
                    read.close();
                    return null;
                }
                if (read.failure() == null && last) {
                    file.checkUnchanged();
                }
                if (read.failure() != null) {
                    file.fail();
                }
                return read;
            } catch (DiskException e) {
                read.close();
                file.fail();
                return ReadChunk.failed(file.request, e);
            } finally {
                file.done();
            }
        }

        @Override
        void drop() {
            file.done();
        }
    }
}
