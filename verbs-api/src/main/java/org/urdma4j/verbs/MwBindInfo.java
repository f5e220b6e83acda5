package org.urdma4j.verbs;

/**
 * What a memory window is bound to: {@code struct ibv_mw_bind_info} (ibv_bind_mw(3)).
 *
 * @param mr a region of the window's protection domain, with {@link AccessFlags#MW_BIND}; may be
 *     null with a length of 0
 * @param addr where in the region the window begins, a virtual address
 * @param length bytes; 0 unbinds a window of type 1
 * @param accessFlags what the peer may do: REMOTE_WRITE and REMOTE_ATOMIC need a region with
 *     LOCAL_WRITE; REMOTE_READ; with ZERO_BASED, type 2 only, the peer counts from 0; REMOTE_ATOMIC
 *     then wants an {@code addr} that is a multiple of eight
 */
public record MwBindInfo(MemoryRegion mr, long addr, long length, int accessFlags) {
    /** Checks that the length isn't negative, and that there is a region for it. */
    public MwBindInfo {
        Checks.range("length", length, 0, Long.MAX_VALUE);
        if (mr == null && length > 0) {
            throw new NullPointerException("mr: a window is bound to a region");
        }
    }
}
