package org.urdma4j.copy.tree;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.transport.port.linux.SystemCalls;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Calls of the C library on what a descriptor stands for, be it opened with {@code O_PATH} alone:
 * by its name in {@code /proc/self/fd}. Each returns what it returned, or minus errno. An object
 * for each thread: {@link #here}.
 */
final class MetadataCalls extends SystemCalls {
    /** Bytes of a value, and of all names of a file, as Linux has it. */
    static final int MOST = 1 << 16;

    private static final MethodHandle FCHOWNAT =
            function("fchownat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle CHMOD = function("chmod", JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle UTIMENSAT =
            function("utimensat", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
    private static final MethodHandle LISTXATTR =
            function("listxattr", JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle GETXATTR =
            function("getxattr", JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle SETXATTR =
            function("setxattr", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle REMOVEXATTR =
            function("removexattr", JAVA_INT, ADDRESS, ADDRESS);

    private static final int MOST_PATH = 64;
    private static final int MOST_NAME = 256;
    private static final ThreadLocal<MetadataCalls> OWN =
            ThreadLocal.withInitial(MetadataCalls::new);

    private final MemorySegment path = Arena.ofAuto().allocate(MOST_PATH);
    private final MemorySegment name = Arena.ofAuto().allocate(MOST_NAME);
    private final MemorySegment value = Arena.ofAuto().allocate(MOST);
    private final MemorySegment times = Arena.ofAuto().allocate(Timespecs.BYTES, Long.BYTES);

    private MetadataCalls() {}

    /** Returns the calling thread's own. */
    static MetadataCalls here() {
        return OWN.get();
    }

    private MemorySegment path(int fd) {
        path.setString(0, "/proc/self/fd/" + fd);
        return path;
    }

    private MemorySegment name(String text) {
        name.setString(0, text, StandardCharsets.ISO_8859_1);
        return name;
    }

    int chown(int fd, int user, int group) {
        name.set(JAVA_BYTE, 0, (byte) 0);
        return (int)
                call(() ->
                        (int)
                                FCHOWNAT.invokeExact(
                                        state, fd, name, user, group, Abi.AT_EMPTY_PATH));
    }

    int chmod(int fd, int permissions) {
        MemorySegment at = path(fd);
        return (int) call(() -> (int) CHMOD.invokeExact(state, at, permissions));
    }

    int utimens(int fd, Attributes attributes) {
        MemorySegment at = path(fd);
        MemorySegment both = Timespecs.modified(times, attributes);
        return (int) call(() -> (int) UTIMENSAT.invokeExact(state, Abi.AT_FDCWD, at, both, 0));
    }

    /** Puts the names of attributes, each with a NUL behind it, where {@link #got} takes them. */
    long list(int fd) {
        MemorySegment at = path(fd);
        return call(() -> (long) LISTXATTR.invokeExact(state, at, value, (long) MOST));
    }

    /** Puts the value of an attribute where {@link #got} takes it. */
    long get(int fd, String attribute) {
        MemorySegment at = path(fd);
        MemorySegment which = name(attribute);
        return call(() -> (long) GETXATTR.invokeExact(state, at, which, value, (long) MOST));
    }

    /** Returns the bytes that the last call has put there. */
    byte[] got(long length) {
        return value.asSlice(0, length).toArray(JAVA_BYTE);
    }

    int set(int fd, String attribute, ByteBuffer bytes) {
        MemorySegment at = path(fd);
        MemorySegment which = name(attribute);
        long length = bytes.remaining();
        MemorySegment.copy(MemorySegment.ofBuffer(bytes), 0, value, 0, length);
        return (int) call(() -> (int) SETXATTR.invokeExact(state, at, which, value, length, 0));
    }

    int remove(int fd, String attribute) {
        MemorySegment at = path(fd);
        MemorySegment which = name(attribute);
        return (int) call(() -> (int) REMOVEXATTR.invokeExact(state, at, which));
    }
}
