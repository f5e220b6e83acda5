package org.urdma4j.rdmacore;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;

import java.lang.foreign.MemorySegment;

/** A memory region, which keeps memory of an automatic arena alive. */
final class RdmaMr extends NativeObject implements MemoryRegion {
    private final RdmaPd pd;
    private final MemorySegment segment;
    private final long addr;
    private final int lkey;
    private final int rkey;

    RdmaMr(RdmaPd pd, long pointer, MemorySegment segment, long addr) {
        super(pd.lock, "memory region", pointer, pd);
        this.pd = pd;
        this.segment = segment;
        this.addr = addr;
        MemorySegment mr = Libibverbs.at(pointer, Structs.MR);
        lkey = mr.get(JAVA_INT, Structs.MR.at("lkey"));
        rkey = mr.get(JAVA_INT, Structs.MR.at("rkey"));
    }

    @Override
    public ProtectionDomain protectionDomain() {
        return pd;
    }

    @Override
    public MemorySegment segment() {
        return segment;
    }

    @Override
    public long addr() {
        return addr;
    }

    @Override
    public long length() {
        return segment.byteSize();
    }

    @Override
    public int lkey() {
        return lkey;
    }

    @Override
    public int rkey() {
        return rkey;
    }

    @Override
    void destroy() {
        Libibverbs.end("can't deregister memory", pd.context().library().deregMr, pointer);
    }
}
