package org.urdma4j.measure.verbs;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;

import java.lang.foreign.Arena;

/**
 * The memory of one end, outside the heap: what it sends or is read from it, what it fetches or is
 * written to it, and the cells that atomic operations work on.
 */
final class EndMemory implements AutoCloseable {
    /** Bytes of network header before a datagram. */
    static final long HEADER = 40;

    /** Most bytes that are read to time a round trip. */
    static final long PROBE = 64;

    private static final long PAGE = 4096;

    private final Arena arena = Arena.ofShared();
    private final MemoryRegion source;
    private final MemoryRegion target;
    private final MemoryRegion cells;
    private final MemoryRegion headers;
    private final MemoryRegion probe;

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
        headers = domain.regMr(arena.allocate(HEADER, Long.BYTES), AccessFlags.LOCAL_WRITE);
        probe = domain.regMr(arena.allocate(PROBE, Long.BYTES), AccessFlags.LOCAL_WRITE);
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

    /** Returns where the network headers of all datagrams go, which nobody reads. */
    MemoryRegion headers() {
        return headers;
    }

    /** Returns where READs go that are only timed. */
    MemoryRegion probe() {
        return probe;
    }

    static VerbsOffer.Window window(MemoryRegion region) {
        return new VerbsOffer.Window(region.addr(), region.rkey(), region.length());
    }

    /** Frees the memory; whatever uses it must be closed before. */
    @Override
    public void close() {
        source.close();
        target.close();
        cells.close();
        headers.close();
        probe.close();
        arena.close();
    }
}
