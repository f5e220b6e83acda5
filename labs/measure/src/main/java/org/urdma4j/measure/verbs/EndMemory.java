package org.urdma4j.measure.verbs;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

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
    private final Context context;
    private final MemoryRegion source;
    private final MemoryRegion target;
    private final MemoryRegion cells;
    private final MemoryRegion headers;
    private final MemoryRegion probe;

    EndMemory(Context context, ProtectionDomain domain, Layout layout) {
        this.context = context;
        long bytes = layout.bytes();
        source =
                domain.regMr(
                        context.allocate(bytes), AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ);
        target =
                domain.regMr(
                        context.allocate(bytes),
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
        close(source);
        close(target);
        cells.close();
        headers.close();
        probe.close();
        arena.close();
    }

    /** Its pages go back at once, however long it is until nobody can reach it. */
    private void close(MemoryRegion region) {
        MemorySegment memory = region.segment();
        region.close();
        context.discard(memory);
    }
}
