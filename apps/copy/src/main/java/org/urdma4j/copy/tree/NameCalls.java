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
 * Calls of the C library on names in a directory. Each returns what it returned, or minus errno. An
 * object for each thread: {@link #here}.
 */
final class NameCalls extends SystemCalls {
    private static final MethodHandle OPENAT =
            variadic("openat", 3, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle OPENAT2 =
            variadic("syscall", 1, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle STATX =
            function("statx", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle MKDIRAT =
            function("mkdirat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SYMLINKAT =
            function("symlinkat", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
    private static final MethodHandle READLINKAT =
            function("readlinkat", JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle RENAMEAT2 =
            function("renameat2", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle LINKAT =
            function("linkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle UNLINKAT =
            function("unlinkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle UTIMENSAT =
            function("utimensat", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);

    private static final MethodHandle FCHMODAT =
            function("fchmodat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);

    private static final int PLACE = TreePath.MAX_BYTES + 1;
    private static final ThreadLocal<NameCalls> OWN = ThreadLocal.withInitial(NameCalls::new);

    private final MemorySegment first = Arena.ofAuto().allocate(PLACE);
    private final MemorySegment second = Arena.ofAuto().allocate(PLACE);
    private final MemorySegment how = Arena.ofAuto().allocate(Abi.OPEN_HOW_BYTES, Long.BYTES);
    private final MemorySegment times = Arena.ofAuto().allocate(Timespecs.BYTES, Long.BYTES);
    private final Statx statx = new Statx();

    private NameCalls() {}

    /** Returns the calling thread's own. */
    static NameCalls here() {
        return OWN.get();
    }

    private static MemorySegment place(byte[] name, MemorySegment at) {
        MemorySegment.copy(name, 0, at, JAVA_BYTE, 0, name.length);
        at.set(JAVA_BYTE, name.length, (byte) 0);
        return at;
    }

    int openat(int dir, byte[] name, int flags, int mode) {
        MemorySegment at = place(name, first);
        return (int)
                call(() -> (int) OPENAT.invokeExact(state, dir, at, flags | Abi.O_CLOEXEC, mode));
    }

    /** Opens a path of several names, none of them a link, none above {@code dir}. */
    int openat2(int dir, byte[] path, int flags) {
        how.set(JAVA_LONG, 0, flags | Abi.O_CLOEXEC);
        how.set(JAVA_LONG, 8, 0);
        how.set(
                JAVA_LONG,
                16,
                Abi.RESOLVE_BENEATH | Abi.RESOLVE_NO_SYMLINKS | Abi.RESOLVE_NO_MAGICLINKS);
        try {
            MemorySegment at = place(path, first);
            long result =
                    (long)
                            OPENAT2.invokeExact(
                                    state,
                                    Abi.SYS_OPENAT2,
                                    (long) dir,
                                    at,
                                    how,
                                    Abi.OPEN_HOW_BYTES);
            return orErrno((int) result);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Looks at a name, not through it if it is a link; {@link #stat} has the answer. */
    int statx(int dir, byte[] name, int flags) {
        MemorySegment at = place(name, first);
        return (int)
                call(() ->
                        (int)
                                STATX.invokeExact(
                                        state,
                                        dir,
                                        at,
                                        flags | Abi.AT_SYMLINK_NOFOLLOW,
                                        Abi.STATX_BASIC_STATS,
                                        statx.segment));
    }

    /** Returns what the last {@link #statx} of this thread found. */
    FileStat stat() {
        return statx.read();
    }

    int mkdirat(int dir, byte[] name, int mode) {
        return (int) call(() -> (int) MKDIRAT.invokeExact(state, dir, place(name, first), mode));
    }

    int symlinkat(byte[] target, int dir, byte[] name) {
        MemorySegment to = place(target, first);
        return (int) call(() -> (int) SYMLINKAT.invokeExact(state, to, dir, place(name, second)));
    }

    /** Returns what a link says, or null with minus errno in {@code error[0]}. */
    byte[] readlinkat(int dir, byte[] name, int[] error) {
        try {
            MemorySegment at = place(name, first);
            long result = (long) READLINKAT.invokeExact(state, dir, at, second, (long) PLACE);
            int length = orErrno((int) result);
            if (length < 0) {
                error[0] = length;
                return null;
            }
            return second.asSlice(0, length).toArray(JAVA_BYTE);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int renameat(int fromDir, byte[] from, int toDir, byte[] to, int flags) {
        MemorySegment old = place(from, first);
        MemorySegment name = place(to, second);
        return (int)
                call(() -> (int) RENAMEAT2.invokeExact(state, fromDir, old, toDir, name, flags));
    }

    int linkat(int fromDir, byte[] from, int toDir, byte[] to) {
        MemorySegment old = place(from, first);
        MemorySegment name = place(to, second);
        return (int) call(() -> (int) LINKAT.invokeExact(state, fromDir, old, toDir, name, 0));
    }

    int unlinkat(int dir, byte[] name, int flags) {
        return (int) call(() -> (int) UNLINKAT.invokeExact(state, dir, place(name, first), flags));
    }

    /** Sets the time of modification of a name, of the link itself if it is one. */
    int utimensat(int dir, byte[] name, Attributes attributes) {
        MemorySegment at = place(name, first);
        MemorySegment both = Timespecs.modified(times, attributes);
        return (int)
                call(() ->
                        (int) UTIMENSAT.invokeExact(state, dir, at, both, Abi.AT_SYMLINK_NOFOLLOW));
    }

    /** Sets permissions of a name, not through it if it is a link. */
    int fchmodat(int dir, byte[] name, int permissions) {
        MemorySegment at = place(name, first);
        return (int)
                call(() ->
                        (int)
                                FCHMODAT.invokeExact(
                                        state, dir, at, permissions, Abi.AT_SYMLINK_NOFOLLOW));
    }
}
