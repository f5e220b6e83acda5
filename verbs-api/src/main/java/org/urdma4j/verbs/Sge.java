package org.urdma4j.verbs;

/**
 * One piece of local memory that a request gathers from or scatters to: {@code struct ibv_sge}.
 * {@link MemoryRegion#sge} makes one with less to get wrong.
 *
 * @param addr where it begins, an address inside the region: {@link MemoryRegion#addr()} plus an
 *     offset
 * @param length how long it is in bytes, 0 to 2^31
 * @param lkey the region's {@link MemoryRegion#lkey()}
 */
public record Sge(long addr, long length, int lkey) {
    /** Checks the length. */
    public Sge {
        Checks.range("length", length, 0, Checks.MAX_MESSAGE);
    }

    @Override
    public String toString() {
        return "Sge[addr=0x%x, length=%d, lkey=0x%x]".formatted(addr, length, lkey);
    }
}
