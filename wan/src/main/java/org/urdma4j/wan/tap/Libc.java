package org.urdma4j.wan.tap;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.transport.port.linux.SystemCalls;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Calls of the C library. Each returns what it returned, or minus errno. */
final class Libc extends SystemCalls {
    private static final MethodHandle OPEN = variadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = function("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle SETNS = function("setns", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle IOCTL =
            variadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle READ =
            function("read", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle WRITEV =
            function("writev", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
    private static final MethodHandle PPOLL =
            function("ppoll", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle PRCTL = variadic("prctl", 1, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle SET_SCHEDULER =
            function("sched_setscheduler", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);

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
}
