package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Memory whose pages the kernel gives when they are first touched, so that what nobody uses costs
 * nothing: mmap(2), madvise(2). From {@link #HUGE_FROM} on it is of huge pages if the system has
 * them for who asks: packets that gather or scatter over megabytes cost fewer walks through page
 * tables. Any thread.
 */
public final class AnonymousMemory extends SystemCalls {
    private static final boolean IS_LINUX = "Linux".equals(System.getProperty("os.name"));
    private static final int READ_AND_WRITE = 1 | 2;
    private static final int PRIVATE = 0x02;
    private static final int ANONYMOUS = 0x20;
    private static final int NORESERVE = 0x4000;
    private static final int DONTNEED = 4;
    private static final int HUGEPAGE = 14;
    private static final long HUGE_PAGE = 2L << 20;

    /** Where less is asked for, up to a huge page that nobody fills would be much of it. */
    static final long HUGE_FROM = 2 * HUGE_PAGE;

    /** A multiple of every size that pages have. */
    private static final long ROUND = 64 << 10;

    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    private static final long FAILED = -1;

    /** Lengths by addresses, as nothing else may be discarded. */
    private static final Map<Long, Long> LIVE = new ConcurrentHashMap<>();

    private static final MethodHandle MMAP =
            functionWithoutErrno(
                    "mmap", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle MUNMAP =
            functionWithoutErrno("munmap", JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle MADVISE =
            functionWithoutErrno("madvise", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

    private AnonymousMemory() {}

    /**
     * Returns zeros, aligned to a page, that live as long as they are reachable; nothing where the
     * kernel has no more, or isn't Linux.
     *
     * @param bytes 1 or more
     */
    @SuppressWarnings("restricted") // that is what memory of the C library is
    public static Optional<MemorySegment> allocate(long bytes) {
        if (!IS_LINUX) {
            return Optional.empty();
        }
        boolean huge = bytes >= HUGE_FROM;
        long length = roundUp(bytes, ROUND);
        long mapped = huge ? length + HUGE_PAGE : length;
        try {
            MemorySegment begin =
                    (MemorySegment)
                            MMAP.invokeExact(
                                    MemorySegment.NULL,
                                    mapped,
                                    READ_AND_WRITE,
                                    PRIVATE | ANONYMOUS | NORESERVE,
                                    -1,
                                    0L);
            if (begin.address() == FAILED) {
                return Optional.empty();
            }
            long first = huge ? roundUp(begin.address(), HUGE_PAGE) : begin.address();
            unmap(begin.address(), first - begin.address());
            unmap(first + length, begin.address() + mapped - first - length);
            MemorySegment memory = MemorySegment.ofAddress(first);
            if (huge) { // a kernel without them refuses, and nothing is lost
                var _ = (int) MADVISE.invokeExact(memory, length, HUGEPAGE);
            }
            LIVE.put(first, bytes);
            return Optional.of(
                    memory.reinterpret(bytes, Arena.ofAuto(), one -> giveBack(one, length)));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    private static long roundUp(long value, long multiple) {
        return (value + multiple - 1) / multiple * multiple;
    }

    private static void giveBack(MemorySegment memory, long length) {
        LIVE.remove(memory.address());
        unmap(memory.address(), length);
    }

    private static void unmap(long address, long length) {
        if (length == 0) {
            return;
        }
        try {
            var _ = (int) MUNMAP.invokeExact(MemorySegment.ofAddress(address), length);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /**
     * Returns why there are no huge pages for {@link #allocate}, in words for people; nothing if
     * there are.
     */
    public static Optional<String> withoutHugePages() {
        return withoutHugePages(HUGE_PAGES);
    }

    static Optional<String> withoutHugePages(Path setting) {
        try {
            return Files.readString(setting).contains("[never]")
                    ? Optional.of(setting + " says never")
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.of("this system has none");
        }
    }

    /**
     * Gives the pages of memory of {@link #allocate} back at once; it reads as zeros then. Does
     * nothing with any other.
     */
    public static void discard(MemorySegment memory) {
        Long length = LIVE.get(memory.address());
        if (length == null || length != memory.byteSize()) {
            return;
        }
        try {
            var _ = (int) MADVISE.invokeExact(memory, memory.byteSize(), DONTNEED);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }
}
