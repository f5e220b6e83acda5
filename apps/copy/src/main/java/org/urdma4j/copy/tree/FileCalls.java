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

    int close(int fd) {
        return (int) call(() -> (int) CLOSE.invokeExact(state, fd));
    }

    int statx(int fd) {
        empty.set(JAVA_BYTE, 0, (byte) 0);
        return (int)
                call(() ->
                        (int)
                                STATX.invokeExact(
                                        state,
                                        fd,
                                        empty,
                                        Abi.AT_EMPTY_PATH,
                                        Abi.STATX_BASIC_STATS,
                                        statx.segment));
    }

    FileStat stat() {
        return statx.read();
    }

    long pread(int fd, MemorySegment into, long length, long offset) {
        return call(() -> (long) PREAD.invokeExact(state, fd, into, length, offset));
    }

    long pwrite(int fd, MemorySegment from, long length, long offset) {
        return call(() -> (long) PWRITE.invokeExact(state, fd, from, length, offset));
    }

    long lseek(int fd, long offset, int whence) {
        return call(() -> (long) LSEEK.invokeExact(state, fd, offset, whence));
    }

    int ftruncate(int fd, long size) {
        return (int) call(() -> (int) FTRUNCATE.invokeExact(state, fd, size));
    }

    int fallocate(int fd, long size) {
        return (int) call(() -> (int) FALLOCATE.invokeExact(state, fd, 0, 0L, size));
    }

    int fsync(int fd) {
        return (int) call(() -> (int) FSYNC.invokeExact(state, fd));
    }

    int syncfs(int fd) {
        return (int) call(() -> (int) SYNCFS.invokeExact(state, fd));
    }

    int fchmod(int fd, int permissions) {
        return (int) call(() -> (int) FCHMOD.invokeExact(state, fd, permissions));
    }

    int futimens(int fd, Attributes attributes) {
        MemorySegment both = Timespecs.modified(times, attributes);
        return (int) call(() -> (int) FUTIMENS.invokeExact(state, fd, both));
    }

    int flock(int fd, int operation) {
        return (int) call(() -> (int) FLOCK.invokeExact(state, fd, operation));
    }

    int fstatvfs(int fd) {
        return (int) call(() -> (int) FSTATVFS.invokeExact(state, fd, vfs));
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
