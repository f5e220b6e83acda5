package org.urdma4j.wan.tap;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * Calls of the C library. Each returns what it returned, or minus errno. Allocates nothing in a
 * call; one thread at a time, since the place for errno is the object's.
 */
final class Libc {
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final int ALL_FIXED = -1;
    private static final MethodHandle OPEN = call("open", 2, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = call("close", ALL_FIXED, JAVA_INT, JAVA_INT);
    private static final MethodHandle SETNS =
            call("setns", ALL_FIXED, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle IOCTL =
            call("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle READ =
            call("read", ALL_FIXED, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle WRITEV =
            call("writev", ALL_FIXED, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
    private static final MethodHandle PPOLL =
            call("ppoll", ALL_FIXED, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle PRCTL = call("prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle SET_SCHEDULER =
            call("sched_setscheduler", ALL_FIXED, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);

    private final MemorySegment state = Arena.ofAuto().allocate(STATE);

    @SuppressWarnings("restricted")
    private static MethodHandle call(
            String name, int firstVariadic, MemoryLayout result, MemoryLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        Linker.Option errno = Linker.Option.captureCallState("errno");
        Linker.Option[] options =
                firstVariadic == ALL_FIXED
                        ? new Linker.Option[] {errno}
                        : new Linker.Option[] {
                            errno, Linker.Option.firstVariadicArg(firstVariadic)
                        };
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(result, arguments),
                options);
    }

    int open(String path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            return orErrno((int) OPEN.invokeExact(state, arena.allocateFrom(path), flags));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int close(int fd) {
        try {
            return orErrno((int) CLOSE.invokeExact(state, fd));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int setns(int fd, int type) {
        try {
            return orErrno((int) SETNS.invokeExact(state, fd, type));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int ioctl(int fd, long request, long argument) {
        try {
            return orErrno((int) IOCTL.invokeExact(state, fd, request, argument));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int read(int fd, long address, long bytes) {
        try {
            return orErrno((int) (long) READ.invokeExact(state, fd, address, bytes));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int writev(int fd, long vectors, int count) {
        try {
            return orErrno((int) (long) WRITEV.invokeExact(state, fd, vectors, count));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int ppoll(long pollfds, long count, long timespec) {
        try {
            return orErrno((int) PPOLL.invokeExact(state, pollfds, count, timespec, 0L));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int prctl(int option, long argument) {
        try {
            return orErrno((int) PRCTL.invokeExact(state, option, argument));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int setScheduler(int policy, int priority) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameter = arena.allocateFrom(JAVA_INT, priority);
            return orErrno((int) SET_SCHEDULER.invokeExact(state, 0, policy, parameter));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    private int orErrno(int result) {
        return result == -1 ? -(int) ERRNO.get(state, 0L) : result;
    }

    private static IllegalStateException impossible(Throwable e) {
        return new IllegalStateException("a call of the C library was made wrongly", e);
    }
}
