package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Socket calls of the C library. Each returns what it returned, or, mostly, minus errno. */
final class Libc extends SystemCalls {
    private static final MethodHandle SOCKET =
            function("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle BIND =
            function("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CONNECT =
            function("connect", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = function("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle SETSOCKOPT =
            function("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle GETSOCKOPT =
            function("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SENDTO =
            function(
                    "sendto", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle RECV =
            function("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

    /** With three arguments more than the function has, which doesn't look at them. */
    private static final MethodHandle SENDMSG =
            functionWithoutErrno(
                    "sendmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS);

    private static final MethodHandle SENDMMSG =
            function("sendmmsg", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle RECVMMSG =
            function("recvmmsg", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);

    private static final MethodHandle IOCTL =
            variadic("ioctl", 2, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);

    private static final MethodHandle FCNTL =
            variadic("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle OPEN = variadic("open", 2, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle SETNS = function("setns", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle PPOLL =
            function("ppoll", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
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

    int fcntl(int fd, int command, int argument) {
        return (int) call(() -> (int) FCNTL.invokeExact(state, fd, command, argument));
    }

    int ioctl(int fd, long request, MemorySegment argument) {
        return (int) call(() -> (int) IOCTL.invokeExact(state, fd, request, argument));
    }

    int socket(int domain, int type, int protocol) {
        return (int) call(() -> (int) SOCKET.invokeExact(state, domain, type, protocol));
    }

    int bind(int fd, MemorySegment address) {
        int length = (int) address.byteSize();
        return (int) call(() -> (int) BIND.invokeExact(state, fd, address, length));
    }

    int connect(int fd, MemorySegment address) {
        int length = (int) address.byteSize();
        return (int) call(() -> (int) CONNECT.invokeExact(state, fd, address, length));
    }

    int close(int fd) {
        return (int) call(() -> (int) CLOSE.invokeExact(state, fd));
    }

    int setsockopt(int fd, int level, int option, MemorySegment value) {
        int length = (int) value.byteSize();
        return (int)
                call(() -> (int) SETSOCKOPT.invokeExact(state, fd, level, option, value, length));
    }

    int getsockopt(int fd, int level, int option, MemorySegment value, MemorySegment length) {
        return (int)
                call(() -> (int) GETSOCKOPT.invokeExact(state, fd, level, option, value, length));
    }

    int sendto(int fd, MemorySegment data, int flags, MemorySegment address) {
        try {
            int length = (int) address.byteSize();
            return orErrno(
                    (int)
                            (long)
                                    SENDTO.invokeExact(
                                            state,
                                            fd,
                                            data,
                                            data.byteSize(),
                                            flags,
                                            address,
                                            length));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int recv(int fd, MemorySegment into, int flags) {
        try {
            return orErrno((int) (long) RECV.invokeExact(state, fd, into, into.byteSize(), flags));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /**
     * Sends what a message points to. Returns the bytes sent, or -1.
     *
     * @param a memory that must not be closed meanwhile, or NULL; so for {@code b} and {@code c}
     * @throws IllegalStateException if one of them is closed
     */
    int sendmsg(
            int fd,
            MemorySegment message,
            int flags,
            MemorySegment a,
            MemorySegment b,
            MemorySegment c) {
        try {
            return (int) (long) SENDMSG.invokeExact(fd, message, flags, a, b, c);
        } catch (IllegalStateException e) {
            throw e;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int sendmmsg(int fd, MemorySegment messages, int count, int flags) {
        try {
            return orErrno((int) SENDMMSG.invokeExact(state, fd, messages, count, flags));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int recvmmsg(int fd, MemorySegment messages, int count, int flags) {
        try {
            return orErrno(
                    (int)
                            RECVMMSG.invokeExact(
                                    state, fd, messages, count, flags, MemorySegment.NULL));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int setns(int fd, int type) {
        return (int) call(() -> (int) SETNS.invokeExact(state, fd, type));
    }

    int ppoll(MemorySegment pollfds, long count, MemorySegment timespec) {
        try {
            return orErrno(
                    (int) PPOLL.invokeExact(state, pollfds, count, timespec, MemorySegment.NULL));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int prctl(int option, long argument) {
        return (int) call(() -> (int) PRCTL.invokeExact(state, option, argument));
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
