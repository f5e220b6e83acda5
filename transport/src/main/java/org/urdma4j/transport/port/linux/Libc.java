package org.urdma4j.transport.port.linux;

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
 * Socket calls of the C library. Each returns what it returned, or minus errno. Allocates nothing
 * in a call; one thread at a time, since the place for errno is the object's.
 */
final class Libc {
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle SOCKET =
            call("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle BIND = call("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = call("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle SETSOCKOPT =
            call("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle GETSOCKOPT =
            call("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SENDTO =
            call("sendto", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle RECV =
            call("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle SENDMMSG =
            call("sendmmsg", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle RECVMMSG =
            call("recvmmsg", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);

    private static final MethodHandle IOCTL = ioctl();

    private final MemorySegment state = Arena.ofAuto().allocate(STATE);

    @SuppressWarnings("restricted")
    private static MethodHandle call(String name, MemoryLayout result, MemoryLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("errno"));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle ioctl() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("ioctl"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                Linker.Option.captureCallState("errno"),
                Linker.Option.firstVariadicArg(2));
    }

    int ioctl(int fd, long request, MemorySegment argument) {
        try {
            return orErrno((int) IOCTL.invokeExact(state, fd, request, argument));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int socket(int domain, int type, int protocol) {
        try {
            return orErrno((int) SOCKET.invokeExact(state, domain, type, protocol));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int bind(int fd, MemorySegment address) {
        try {
            int length = (int) address.byteSize();
            return orErrno((int) BIND.invokeExact(state, fd, address, length));
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

    int setsockopt(int fd, int level, int option, MemorySegment value) {
        try {
            int length = (int) value.byteSize();
            return orErrno((int) SETSOCKOPT.invokeExact(state, fd, level, option, value, length));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getsockopt(int fd, int level, int option, MemorySegment value, MemorySegment length) {
        try {
            return orErrno((int) GETSOCKOPT.invokeExact(state, fd, level, option, value, length));
        } catch (Throwable e) {
            throw impossible(e);
        }
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

    private int orErrno(int result) {
        return result == -1 ? -(int) ERRNO.get(state, 0L) : result;
    }

    private static IllegalStateException impossible(Throwable e) {
        return new IllegalStateException("a call of the C library was made wrongly", e);
    }
}
