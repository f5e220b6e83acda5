package org.urdma4j.transport.wire;

import java.lang.foreign.MemorySegment;

/** Bytes that go to the memory of a receive. */
public interface PayloadSource {
    /** Moves {@code n} bytes, from {@code offset} on, to their place. */
    void payloadTo(int offset, MemorySegment to, long toOffset, long n);
}
