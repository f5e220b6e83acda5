package org.urdma4j.transport.device;

import org.urdma4j.transport.memory.Region;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.ReregFlags;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/** A registered memory region. */
final class SoftMemoryRegion extends Resource implements MemoryRegion {
    private static final int KNOWN_FLAGS =
            ReregFlags.CHANGE_TRANSLATION | ReregFlags.CHANGE_PD | ReregFlags.CHANGE_ACCESS;

    private volatile SoftProtectionDomain domain;
    private volatile Region region;

    /**
     * Creates it.
     *
     * @param registered registers the memory; not called if the domain is closed
     */
    SoftMemoryRegion(SoftProtectionDomain domain, Supplier<Region> registered) {
        super(domain);
        this.domain = domain;
        this.region = registered.get();
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
    public synchronized void rereg(
            int flags, ProtectionDomain pd, MemorySegment memory, int accessFlags) {
        checkOpen();
        Invalid.unless(
                flags != 0 && (flags & ~KNOWN_FLAGS) == 0,
                "rereg flags are %s".formatted(ReregFlags.toString(flags)));
        SoftProtectionDomain next = domain;
        if ((flags & ReregFlags.CHANGE_PD) != 0) {
            boolean ours =
                    pd instanceof SoftProtectionDomain soft && soft.context() == domain.context();
            Invalid.unless(ours, "the protection domain is of another device");
            next = (SoftProtectionDomain) pd;
            next.checkOpen();
        }
        Region old = region;
        int access = (flags & ReregFlags.CHANGE_ACCESS) != 0 ? accessFlags : old.access();
        Region fresh =
                (flags & ReregFlags.CHANGE_TRANSLATION) != 0
                        ? next.register(memory, access)
                        : next.register(old.segment(), old.address(), access);
        region = fresh;
        domain.context().loops().deregister(old);
        moveTo(domain, next);
        domain = next;
    }

    @Override
    String describe() {
        return "MemoryRegion 0x%x+%d".formatted(region.address(), region.length());
    }

    /** Not while it is registered anew: that would go on after closing. */
    @Override
    synchronized void release() {
        domain.context().loops().deregister(region);
    }
}
