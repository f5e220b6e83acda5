package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Memory whose pages the kernel gives when they are first touched, so that what nobody uses costs
 * nothing: mmap(2), madvise(2). Any thread.
 */
public final class AnonymousMemory extends SystemCalls {
    private static final boolean IS_LINUX = "Linux".equals(System.getProperty("os.name"));
    private static final int READ_AND_WRITE = 1 | 2;
    private static final int PRIVATE = 0x02;
    private static final int ANONYMOUS = 0x20;
    private static final int NORESERVE = 0x4000;
    private static final int DONTNEED = 4;
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
        try {
            MemorySegment begin =
                    (MemorySegment)
                            MMAP.invokeExact(
                                    MemorySegment.NULL,
                                    bytes,
                                    READ_AND_WRITE,
                                    PRIVATE | ANONYMOUS | NORESERVE,
                                    -1,
                                    0L);
            if (begin.address() == FAILED) {
                return Optional.empty();
            }
            LIVE.put(begin.address(), bytes);
            return Optional.of(begin.reinterpret(bytes, Arena.ofAuto(), AnonymousMemory::giveBack));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    private static void giveBack(MemorySegment memory) {
        LIVE.remove(memory.address());
        try {
            var _ = (int) MUNMAP.invokeExact(memory, memory.byteSize());
        } catch (Throwable e) {
            throw impossible(e);
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
