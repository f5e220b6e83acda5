package org.urdma4j.copy.tree;

import org.urdma4j.copy.tree.DiskException.Kind;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * An open regular file: read and written at offsets, by any number of threads. Close it once.
 *
 * <p>Buffers should be direct; others are copied.
 */
public final class FileHandle extends Handle {
    private static final int STAGE = 1 << 16;
    private static final int OTHERS_WRITE = 022;
    private static final ThreadLocal<ByteBuffer> STAGES =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(STAGE));

    private FileStat opened;

    FileHandle(int fd, TreePath path) {
        super(fd, path);
    }

    /** Looks at what was opened; before others see this. */
    FileStat look() throws DiskException {
        opened = stat();
        return opened;
    }

    /** Returns what the file was when it was opened; null if it was made then. */
    public FileStat opened() {
        return opened;
    }

    /**
     * Fills what remains of {@code into} from {@code offset} on, or less of it at the end of the
     * file.
     *
     * @return how many bytes were read, by which the position has moved
     */
    public int read(ByteBuffer into, long offset) throws DiskException {
        int start = into.position();
        while (into.hasRemaining()) {
            ByteBuffer part = into.isDirect() ? into : stage(into.remaining());
            int got = readOnce(part, offset + into.position() - start);
            if (got == 0) {
                break;
            }
            if (into.isDirect()) {
                into.position(into.position() + got);
            } else {
                into.put(part.limit(got));
            }
        }
        return into.position() - start;
    }

    private int readOnce(ByteBuffer into, long offset) throws DiskException {
        CallErrors.check("pread", path);
        MemorySegment segment = MemorySegment.ofBuffer(into);
        long got;
        do {
            got = FileCalls.here().pread(fd, segment, segment.byteSize(), offset);
        } while (got == -ErrnoKinds.EINTR);
        return (int) check(got);
    }

    /**
     * Writes what remains of {@code from} at {@code offset}; the position moves to the limit.
     *
     * @throws DiskException NO_SPACE, TOO_LARGE, IO; part of it may have been written
     */
    public void write(ByteBuffer from, long offset) throws DiskException {
        int start = from.position();
        while (from.hasRemaining()) {
            ByteBuffer part = from;
            if (!from.isDirect()) {
                part = stage(from.remaining());
                part.put(0, from, from.position(), part.remaining());
            }
            int written = writeOnce(part, offset + from.position() - start);
            from.position(from.position() + written);
        }
    }

    private int writeOnce(ByteBuffer from, long offset) throws DiskException {
        CallErrors.check("pwrite", path);
        MemorySegment segment = MemorySegment.ofBuffer(from);
        long written;
        do {
            written = FileCalls.here().pwrite(fd, segment, segment.byteSize(), offset);
        } while (written == -ErrnoKinds.EINTR);
        if (written == 0) {
            throw new DiskException(Kind.IO, path, "the disk took nothing");
        }
        return (int) check(written);
    }

    private static ByteBuffer stage(int bytes) {
        return STAGES.get().clear().limit(Math.min(STAGE, bytes));
    }

    /** Makes it as long as {@code size}: cuts what is beyond, or adds a hole. */
    public void truncate(long size) throws DiskException {
        CallErrors.check("ftruncate", path);
        check(FileCalls.here().ftruncate(fd, size));
    }

    /**
     * Has the disk set {@code size} bytes aside, and makes the file at least as long.
     *
     * @return false if the file system can't
     * @throws DiskException NO_SPACE, TOO_LARGE
     */
    public boolean allocate(long size) throws DiskException {
        CallErrors.check("fallocate", path);
        int result;
        do {
            result = FileCalls.here().fallocate(fd, size);
        } while (result == -ErrnoKinds.EINTR);
        if (result == -ErrnoKinds.EOPNOTSUPP || result == -ErrnoKinds.ENOSYS) {
            return false;
        }
        check(result);
        return true;
    }

    /**
     * Returns where data begins, at {@code offset} or after it; the size if only a hole follows.
     * File systems without holes say {@code offset}.
     */
    public long nextData(long offset, long size) throws DiskException {
        CallErrors.check("seekdata", path);
        long found = FileCalls.here().lseek(fd, offset, Abi.SEEK_DATA);
        if (found == -ErrnoKinds.ENXIO) {
            return size;
        }
        return found == -ErrnoKinds.EINVAL ? offset : Math.min(size, check(found));
    }

    /** Returns whether it belongs to the user as whom this process makes files. */
    public boolean isOwn() throws DiskException {
        return stat().owner() == FileCalls.here().geteuid();
    }

    /** Returns whether it has no name but one, and nobody but its owner may write to it. */
    public boolean isOwnAlone() throws DiskException {
        FileStat now = stat();
        return now.links() <= 1 && (now.attributes().permissions() & OTHERS_WRITE) == 0;
    }

    /**
     * Locks it against other open files of the same, in this process and others, until it is
     * closed; the kernel gives the lock back after any end of the process.
     *
     * @return false if somebody else has it
     */
    public boolean tryLock() throws DiskException {
        CallErrors.check("flock", path);
        int result = FileCalls.here().flock(fd, Abi.LOCK_EX | Abi.LOCK_NB);
        if (result == -ErrnoKinds.EAGAIN) {
            return false;
        }
        check(result);
        return true;
    }
}
