package org.urdma4j.copy.tree;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.transport.port.linux.SystemCalls;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Calls of the C library on open files. Each returns what it returned, or minus errno. An object
 * for each thread: {@link #here}.
 */
final class FileCalls extends SystemCalls {
    private static final MethodHandle CLOSE = function("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle STATX =
            function("statx", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle PREAD =
            function("pread", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle PWRITE =
            function("pwrite", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle LSEEK =
            function("lseek", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
    private static final MethodHandle FTRUNCATE =
            function("ftruncate", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle FALLOCATE =
            function("fallocate", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle FSYNC = function("fsync", JAVA_INT, JAVA_INT);
    private static final MethodHandle SYNCFS = function("syncfs", JAVA_INT, JAVA_INT);
    private static final MethodHandle FCHMOD = function("fchmod", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle FUTIMENS = function("futimens", JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle FLOCK = function("flock", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle FSTATVFS = function("fstatvfs", JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle GETEUID = function("geteuid", JAVA_INT);
    private static final MethodHandle GETDENTS64 =
            variadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG);

    private static final ThreadLocal<FileCalls> OWN = ThreadLocal.withInitial(FileCalls::new);

    private final MemorySegment times = Arena.ofAuto().allocate(Timespecs.BYTES, Long.BYTES);
    private final MemorySegment vfs = Arena.ofAuto().allocate(128, Long.BYTES);
    private final MemorySegment empty = Arena.ofAuto().allocate(1);
    private final Statx statx = new Statx();

    private FileCalls() {}

    /** Returns the calling thread's own. */
    static FileCalls here() {
        return OWN.get();
    }

    private long orError(long result) {
        return result == -1 ? orErrno(-1) : result;
    }

    int close(int fd) {
        try {
            return orErrno((int) CLOSE.invokeExact(state, fd));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int statx(int fd) {
        try {
            empty.set(JAVA_BYTE, 0, (byte) 0);
            return orErrno(
                    (int)
                            STATX.invokeExact(
                                    state,
                                    fd,
                                    empty,
                                    Abi.AT_EMPTY_PATH,
                                    Abi.STATX_BASIC_STATS,
                                    statx.segment));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    FileStat stat() {
        return statx.read();
    }

    long pread(int fd, MemorySegment into, long length, long offset) {
        try {
            return orError((long) PREAD.invokeExact(state, fd, into, length, offset));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long pwrite(int fd, MemorySegment from, long length, long offset) {
        try {
            return orError((long) PWRITE.invokeExact(state, fd, from, length, offset));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long lseek(int fd, long offset, int whence) {
        try {
            return orError((long) LSEEK.invokeExact(state, fd, offset, whence));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int ftruncate(int fd, long size) {
        try {
            return orErrno((int) FTRUNCATE.invokeExact(state, fd, size));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int fallocate(int fd, long size) {
        try {
            return orErrno((int) FALLOCATE.invokeExact(state, fd, 0, 0L, size));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int fsync(int fd) {
        try {
            return orErrno((int) FSYNC.invokeExact(state, fd));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int syncfs(int fd) {
        try {
            return orErrno((int) SYNCFS.invokeExact(state, fd));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int fchmod(int fd, int permissions) {
        try {
            return orErrno((int) FCHMOD.invokeExact(state, fd, permissions));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int futimens(int fd, Attributes attributes) {
        try {
            MemorySegment both = Timespecs.modified(times, attributes);
            return orErrno((int) FUTIMENS.invokeExact(state, fd, both));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int flock(int fd, int operation) {
        try {
            return orErrno((int) FLOCK.invokeExact(state, fd, operation));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int fstatvfs(int fd) {
        try {
            return orErrno((int) FSTATVFS.invokeExact(state, fd, vfs));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /**
     * Returns what the last {@link #fstatvfs} of this thread found: {@code f_bavail * f_frsize}.
     */
    long freeBytes() {
        return vfs.get(JAVA_LONG, 32) * vfs.get(JAVA_LONG, 8);
    }

    /** Returns the number of the user as whom this process makes files. */
    int geteuid() {
        try {
            return (int) GETEUID.invokeExact(state);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getdents64(int fd, MemorySegment into) {
        try {
            long result =
                    (long)
                            GETDENTS64.invokeExact(
                                    state, Abi.SYS_GETDENTS64, (long) fd, into, into.byteSize());
            return orErrno((int) result);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }
}
