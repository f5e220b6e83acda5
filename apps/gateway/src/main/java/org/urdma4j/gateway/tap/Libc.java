package org.urdma4j.gateway.tap;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.transport.port.linux.SystemCalls;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;

/** Calls of the C library. Each returns what it returned, or minus errno. */
final class Libc extends SystemCalls {
    private static final MethodHandle OPEN = variadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = function("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle IOCTL =
            variadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle READ =
            function("read", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle WRITEV =
            function("writev", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);

    int open(String path, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            return orErrno((int) OPEN.invokeExact(state, arena.allocateFrom(path), flags));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int close(int fd) {
        return (int) call(() -> (int) CLOSE.invokeExact(state, fd));
    }

    int ioctl(int fd, long request, long argument) {
        return (int) call(() -> (int) IOCTL.invokeExact(state, fd, request, argument));
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
}
