package org.urdma4j.bench.net.verbs;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;

import java.lang.foreign.Arena;

/**
 * The memory of one end, outside the heap: what it sends or is read from it, what it fetches or is
 * written to it, and the cells that atomic operations work on.
 */
final class EndMemory implements AutoCloseable {
    private static final long PAGE = 4096;

    private final Arena arena = Arena.ofShared();
    private final MemoryRegion source;
    private final MemoryRegion target;
    private final MemoryRegion cells;

    EndMemory(ProtectionDomain domain, Layout layout) {
        long bytes = layout.bytes();
        source =
                domain.regMr(
                        arena.allocate(bytes, PAGE),
                        AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ);
        target =
                domain.regMr(
                        arena.allocate(bytes, PAGE),
                        AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE);
        cells =
                domain.regMr(
                        arena.allocate((long) layout.streams() * Long.BYTES, PAGE),
                        AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_ATOMIC);
    }

    MemoryRegion source() {
        return source;
    }

    MemoryRegion target() {
        return target;
    }

    MemoryRegion cells() {
        return cells;
    }

    static VerbsOffer.Window window(MemoryRegion region) {
        return new VerbsOffer.Window(region.addr(), region.rkey(), region.length());
    }

    /** Frees the memory; whatever uses it must be closed before. */
    @Override
    public void close() {
        arena.close();
    }
}
