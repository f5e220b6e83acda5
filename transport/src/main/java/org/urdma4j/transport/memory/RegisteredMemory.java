package org.urdma4j.transport.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;

/**
 * Access to memory that an application may take away at any time: by closing its arena, by
 * truncating the file that is mapped there, or by filling the disk on which that file grows. All of
 * it is an {@link IllegalStateException} here. Confined to the event loop.
 *
 * <p>The JVM tells of a page that can't be had by an {@link InternalError}, which compiled code
 * raises at the next safepoint; that may be behind any {@code catch}. So every access to a mapped
 * file ends with one.
 */
public final class RegisteredMemory {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final byte[] ANY = {0};

    private RegisteredMemory() {}

    /**
     * Copies {@code n} bytes.
     *
     * @throws IllegalStateException if memory on either side is gone
     */
    public static void copy(
            MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long n) {
        try {
            MemorySegment.copy(from, fromOffset, to, toOffset, n);
            settle(from);
            settle(to);
        } catch (InternalError e) {
            throw gone(e);
        }
    }

    /**
     * Writes a byte.
     *
     * @throws IllegalStateException if the memory is gone
     */
    public static void put(MemorySegment memory, long offset, byte value) {
        try {
            memory.set(ValueLayout.JAVA_BYTE, offset, value);
            settle(memory);
        } catch (InternalError e) {
            throw gone(e);
        }
    }

    /**
     * Adds to a word of the host's byte order, atomically.
     *
     * @param address virtual, a multiple of 8
     * @return what it was before
     * @throws IllegalStateException if the memory is gone
     */
    public static long fetchAdd(Region region, long address, long value) {
        try {
            long at = region.offsetOf(address);
            long before = (long) WORD.getAndAdd(region.segment(), at, value);
            settle(region.segment());
            return before;
        } catch (InternalError e) {
            throw gone(e);
        }
    }

    /**
     * Replaces a word of the host's byte order, atomically, if it is as expected.
     *
     * @param address virtual, a multiple of 8
     * @return what it was before
     * @throws IllegalStateException if the memory is gone
     */
    public static long compareSwap(Region region, long address, long compare, long swap) {
        try {
            MemorySegment memory = region.segment();
            long at = region.offsetOf(address);
            long before = (long) WORD.compareAndExchange(memory, at, compare, swap);
            settle(memory);
            return before;
        } catch (InternalError e) {
            throw gone(e);
        }
    }

    /** Native methods end with a safepoint; this one does little else. */
    private static void settle(MemorySegment memory) {
        if (memory.isMapped()) {
            var _ = Array.getByte(ANY, 0);
        }
    }

    private static IllegalStateException gone(InternalError e) {
        return new IllegalStateException("the mapped file has no such page any more", e);
    }
}
