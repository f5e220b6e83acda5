package org.urdma4j.verbs;

import java.util.Objects;

/**
 * A receive request: {@code struct ibv_recv_wr} (ibv_post_recv(3)). Mutable and made to be reused:
 * posting copies it, so that one object can post any number of requests without allocation.
 *
 * <p>Not thread-safe; one thread at a time.
 */
public final class RecvWr {
    private final SgeList sges = new SgeList();
    private long wrId;

    /** Sets what {@link WorkCompletion#wrId()} of its completion will be; any number. */
    public RecvWr wrId(long wrId) {
        this.wrId = wrId;
        return this;
    }

    /** Returns the number that its completion will carry. */
    public long wrId() {
        return wrId;
    }

    /** Removes all scatter entries. */
    public RecvWr clearSges() {
        sges.clear();
        return this;
    }

    /**
     * Adds a piece of memory to be filled after those before it. Its region needs {@link
     * AccessFlags#LOCAL_WRITE}.
     *
     * @throws IllegalArgumentException if the length is not 0 to 2^31
     */
    public RecvWr addSge(long addr, long length, int lkey) {
        sges.add(addr, length, lkey);
        return this;
    }

    /** Adds a piece of memory to be filled after those before it. */
    public RecvWr addSge(Sge sge) {
        return addSge(sge.addr(), sge.length(), sge.lkey());
    }

    /**
     * Adds {@code length} bytes of a region from {@code offset} on.
     *
     * @throws IndexOutOfBoundsException if the range is not inside the region
     * @throws IllegalArgumentException if it is longer than 2^31 bytes
     */
    public RecvWr addSge(MemoryRegion region, long offset, long length) {
        Objects.checkFromIndexSize(offset, length, region.length());
        return addSge(region.addr() + offset, length, region.lkey());
    }

    /** Returns how many scatter entries there are. */
    public int numSge() {
        return sges.size();
    }

    /** Returns the address of an entry, counted from 0. */
    public long sgeAddr(int index) {
        return sges.addr(index);
    }

    /** Returns the length of an entry in bytes. */
    public long sgeLength(int index) {
        return sges.length(index);
    }

    /** Returns the key of an entry. */
    public int sgeLkey(int index) {
        return sges.lkey(index);
    }

    /** Returns the sum of the lengths in bytes: the longest message that fits. */
    public long totalLength() {
        return sges.totalLength();
    }

    /** Makes it like a new one. */
    public RecvWr reset() {
        wrId = 0;
        return clearSges();
    }

    @Override
    public String toString() {
        return "RecvWr[wrId=%d, sges=%s]".formatted(wrId, sges);
    }
}
