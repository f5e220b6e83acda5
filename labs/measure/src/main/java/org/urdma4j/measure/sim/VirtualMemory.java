package org.urdma4j.measure.sim;

import java.lang.foreign.MemorySegment;

/** Memory that is never touched, since payload goes by reference: addresses with nothing there. */
public final class VirtualMemory {
    /** The same in every run, as addresses are on the wire. */
    private static final long ADDRESS = 1L << 40;

    private VirtualMemory() {}

    @SuppressWarnings("restricted") // whoever touched it would crash; nobody does
    public static MemorySegment of(long bytes) {
        return MemorySegment.ofAddress(ADDRESS).reinterpret(bytes);
    }
}
