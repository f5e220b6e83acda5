package org.urdma4j.copy.receive;

import org.urdma4j.copy.message.Limits;
import org.urdma4j.copy.message.MalformedMessageException;
import org.urdma4j.copy.message.Message;
import org.urdma4j.copy.pass.Chunks;
import org.urdma4j.copy.tree.DiskException;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.copy.write.TargetFile;

import java.util.BitSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A file that comes in chunks, which have room set aside, or are promised it. Any thread may write;
 * whoever opened it ends it, after which nothing is written any more.
 */
final class LargeFile {
    private final TreePath path;
    private final long size;
    private final TargetFile file;
    private final BitSet promised;
    private final Room room;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private boolean ended;
    private Message.Abandon failure;
    private boolean failedHere;

    /**
     * @param promised chunks that {@code room} was claimed for
     */
    LargeFile(TreePath path, long size, TargetFile file, BitSet promised, Room room) {
        this.path = path;
        this.size = size;
        this.file = file;
        this.promised = promised;
        this.room = room;
    }

    TreePath path() {
        return path;
    }

    /** Returns the chunks that were there when it was opened. */
    BitSet verified() {
        return file.verified();
    }

    /**
     * A part of it that came over another connection has failed, so that it won't be whole. What
     * was told of the first that did is what is told.
     *
     * @param here at this end, whose disk may do better the next time
     */
    synchronized void fail(Message.Abandon why, boolean here) {
        if (failure == null) {
            failure = why;
            failedHere = here;
        }
    }

    /** Returns whether what has come is kept in spite of its failure. */
    synchronized boolean failedHere() {
        return failedHere;
    }

    /** Returns why it won't be whole, null if it may. */
    synchronized Message.Abandon failure() {
        return failure;
    }

    /** What is done while the file is open. */
    private interface Step {
        void run() throws DiskException;
    }

    /**
     * Writes a chunk.
     *
     * @return false if the file has ended
     */
    boolean write(Message.Chunk m) throws DiskException, MalformedMessageException {
        if (m.data().remaining() != length(m.index())) {
            throw noSuchChunk();
        }
        return part(m.index(), () -> file.write(m.index(), m.data(), m.sha256().toBytes()));
    }

    /**
     * Leaves a chunk as a hole.
     *
     * @return false if the file has ended
     */
    boolean hole(long index) throws DiskException, MalformedMessageException {
        var _ = length(index);
        return part(index, () -> file.hole(index));
    }

    /** Returns the bytes of a chunk. */
    long length(long index) throws MalformedMessageException {
        if (index >= Chunks.count(size)) {
            throw noSuchChunk();
        }
        return Math.min(Limits.CHUNK, size - index * Limits.CHUNK);
    }

    private static MalformedMessageException noSuchChunk() {
        return new MalformedMessageException("a chunk that the file doesn't have");
    }

    private boolean part(long index, Step step) throws DiskException {
        Lock reading = lock.readLock();
        reading.lock();
        try {
            if (!ended) {
                release(index);
                step.run();
            }
            return !ended;
        } finally {
            reading.unlock();
        }
    }

    private void release(long index) {
        synchronized (promised) {
            if (promised.get((int) index)) {
                promised.clear((int) index);
                room.release(Math.min(Limits.CHUNK, size - index * Limits.CHUNK));
            }
        }
    }

    /**
     * Gives the file its name.
     *
     * @throws DiskException if that fails; then {@link #close}
     */
    void commit() throws DiskException, MalformedMessageException {
        if (!file.isComplete()) {
            throw new MalformedMessageException("a file ends before all of it has come");
        }
        end(file::commit);
    }

    /** Gives up what has come. */
    void abandon() throws DiskException {
        end(file::abandon);
    }

    /** Keeps what has come for the next time. Idempotent. */
    void close() throws DiskException {
        end(file::close);
    }

    private void end(Step step) throws DiskException {
        Lock writing = lock.writeLock();
        writing.lock();
        try {
            ended = true;
            room.release(Chunks.bytes(promised, size));
            promised.clear();
            step.run();
        } finally {
            writing.unlock();
        }
    }
}
