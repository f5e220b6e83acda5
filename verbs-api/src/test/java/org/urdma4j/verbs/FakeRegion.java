package org.urdma4j.verbs;

import java.lang.foreign.MemorySegment;

/** A memory region without memory. */
record FakeRegion(long addr, long length, int lkey, int rkey) implements MemoryRegion {
    @Override
    public ProtectionDomain protectionDomain() {
        throw new UnsupportedOperationException("this region has no protection domain");
    }

    @Override
    public MemorySegment segment() {
        throw new UnsupportedOperationException("this region has no memory");
    }

    @Override
    public void close() {}
}
