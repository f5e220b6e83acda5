package org.urdma4j.transport.memory;

import java.lang.foreign.MemorySegment;

/**
 * Carries payload between registered memory and packets. Sockets copy bytes; a simulation at 100
 * Gbit/s carries only lengths and leaves the bytes where they are.
 */
public enum PayloadMover {
    /** Copies the bytes. */
    COPYING {
        @Override
        public void move(
                MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long n) {
            RegisteredMemory.copy(from, fromOffset, to, toOffset, n);
        }
    },
    /** Moves nothing; packets hold headers only, their stated length includes the payload. */
    BY_REFERENCE {
        @Override
        public void move(
                MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long n) {
            // The receiver's memory is taken to hold what the sender's does.
        }
    };

    /**
     * Moves {@code n} bytes.
     *
     * @throws IllegalStateException if the memory is gone, see {@link RegisteredMemory}
     */
    public abstract void move(
            MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long n);
}
