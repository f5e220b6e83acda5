package org.urdma4j.transport.device;

import org.urdma4j.transport.memory.Region;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;

import java.lang.foreign.MemorySegment;

/** A registered memory region. */
final class SoftMemoryRegion extends Resource implements MemoryRegion {
    private final SoftProtectionDomain domain;
    private final Region region;

    SoftMemoryRegion(SoftProtectionDomain domain, Region region) {
        super(domain);
        this.domain = domain;
        this.region = region;
    }

    @Override
    public ProtectionDomain protectionDomain() {
        return domain;
    }

    @Override
    public long addr() {
        return region.address();
    }

    @Override
    public long length() {
        return region.length();
    }

    @Override
    public int lkey() {
        return region.lkey();
    }

    @Override
    public int rkey() {
        return region.rkey();
    }

    @Override
    public MemorySegment segment() {
        return region.segment();
    }

    @Override
    String describe() {
        return "MemoryRegion 0x%x+%d".formatted(region.address(), region.length());
    }

    @Override
    void release() {
        domain.context().onLoop(() -> domain.context().shard().regions().deregister(region));
    }
}
