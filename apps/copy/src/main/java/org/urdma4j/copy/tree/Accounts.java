package org.urdma4j.copy.tree;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.urdma4j.transport.port.linux.SystemCalls;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Users and groups as this machine knows them; each call asks the system anew. Numbers are
 * unsigned. Any thread may ask.
 */
public final class Accounts extends SystemCalls {
    /** Bytes of a name that is looked at. */
    public static final int MOST_NAME = 255;

    private static final int ROOT = 0;

    /** What an entry's texts take; a group's members are in it, too. */
    private static final int SPACE = 1 << 20;

    /** {@code struct passwd} and {@code struct group} begin alike: name, password, number. */
    private static final long NUMBER = 16;

    private static final long ENTRY = 64;

    @SuppressWarnings("restricted") // as calls of C are
    private static final AddressLayout TEXT =
            ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(MOST_NAME + 1, JAVA_BYTE));

    private static final int MOST_GROUPS = 1 << 16;

    private static final MethodHandle GETPWUID = by("getpwuid_r", JAVA_INT);
    private static final MethodHandle GETGRGID = by("getgrgid_r", JAVA_INT);
    private static final MethodHandle GETPWNAM = by("getpwnam_r", ADDRESS);
    private static final MethodHandle GETGRNAM = by("getgrnam_r", ADDRESS);
    private static final MethodHandle GETGROUPS =
            functionWithoutErrno("getgroups", JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle GETEGID = functionWithoutErrno("getegid", JAVA_INT);

    private Accounts() {}

    private static MethodHandle by(String function, MemoryLayout what) {
        return functionWithoutErrno(function, JAVA_INT, what, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
    }

    /** Returns whether this process acts as root. */
    public static boolean isRoot() {
        return FileCalls.here().geteuid() == ROOT;
    }

    /** Returns the name of a user, or nothing if none has the number. */
    public static Optional<byte[]> userName(int number) {
        return name(GETPWUID, number);
    }

    /** Returns the name of a group, or nothing if none has the number. */
    public static Optional<byte[]> groupName(int number) {
        return name(GETGRGID, number);
    }

    /**
     * Returns the number of a user, or nothing if none has the name.
     *
     * @param name up to {@value #MOST_NAME} bytes
     */
    public static OptionalInt user(byte[] name) {
        return number(GETPWNAM, name);
    }

    /** Returns the number of a group, as {@link #user}. */
    public static OptionalInt group(byte[] name) {
        return number(GETGRNAM, name);
    }

    private static Optional<byte[]> name(MethodHandle by, int number) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment entry = arena.allocate(ENTRY, Long.BYTES);
            MemorySegment space = arena.allocate(SPACE);
            MemorySegment found = arena.allocate(ADDRESS);
            var _ = (int) by.invokeExact(number, entry, space, (long) SPACE, found);
            if (found.get(ADDRESS, 0).equals(MemorySegment.NULL)) {
                return Optional.empty();
            }
            MemorySegment text = entry.get(TEXT, 0);
            int length = 0;
            while (length <= MOST_NAME && text.get(JAVA_BYTE, length) != 0) {
                length++;
            }
            return length == 0 || length > MOST_NAME
                    ? Optional.empty()
                    : Optional.of(text.asSlice(0, length).toArray(JAVA_BYTE));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    private static OptionalInt number(MethodHandle by, byte[] name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(MOST_NAME + 1L);
            MemorySegment.copy(name, 0, text, JAVA_BYTE, 0, name.length);
            MemorySegment entry = arena.allocate(ENTRY, Long.BYTES);
            MemorySegment space = arena.allocate(SPACE);
            MemorySegment found = arena.allocate(ADDRESS);
            var _ = (int) by.invokeExact(text, entry, space, (long) SPACE, found);
            return found.get(ADDRESS, 0).equals(MemorySegment.NULL)
                    ? OptionalInt.empty()
                    : OptionalInt.of(entry.get(JAVA_INT, NUMBER));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Returns the groups that this process may give its files to. */
    public static Set<Integer> ownGroups() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(JAVA_INT, MOST_GROUPS);
            int count = (int) GETGROUPS.invokeExact(MOST_GROUPS, all);
            int own = (int) GETEGID.invokeExact();
            return IntStream.concat(
                            IntStream.of(own),
                            IntStream.range(0, count).map(i -> all.getAtIndex(JAVA_INT, i)))
                    .boxed()
                    .collect(Collectors.toUnmodifiableSet());
        } catch (Throwable e) {
            throw impossible(e);
        }
    }
}
