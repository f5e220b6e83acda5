package org.urdma4j.transport.memory;

import java.nio.ByteBuffer;

/**
 * Memory for packets, outside the heap. A buffer over the memory of an arena looks at every access
 * whether the arena is still open, one that is allocated as such has nothing to look at; the fields
 * of a header are some dozen accesses a packet.
 */
public final class PacketMemory {
    /** A cache line. */
    private static final int ALIGNMENT = 64;

    private PacketMemory() {}

    /** Returns zeroed memory that begins with a cache line, big-endian; freed with the buffer. */
    public static ByteBuffer allocate(int bytes) {
        // An aligned slice has whole lines only.
        return ByteBuffer.allocateDirect(bytes + 2 * ALIGNMENT)
                .alignedSlice(ALIGNMENT)
                .slice(0, bytes);
    }
}
