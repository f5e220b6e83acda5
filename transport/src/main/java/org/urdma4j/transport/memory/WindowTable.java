package org.urdma4j.transport.memory;

import org.agrona.collections.Int2ObjectHashMap;
import org.urdma4j.verbs.AccessFlags;

import java.lang.foreign.MemorySegment;

/**
 * The memory windows of a device as one of its event loops sees them, found by the upper 24 bits of
 * their keys (IBTA 1.4 §10.6.7).
 */
public final class WindowTable {
    private static final int TAG_BITS = 8;
    private static final int TAGS = 1 << TAG_BITS;
    private static final int CHANGE = AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_ATOMIC;
    private static final int KNOWN = CHANGE | AccessFlags.REMOTE_READ | AccessFlags.ZERO_BASED;
    private static final int ATOMIC_ALIGNMENT = Long.BYTES;

    private final RegionTable regions;
    private final Int2ObjectHashMap<Window> byPrefix = new Int2ObjectHashMap<>();

    WindowTable(RegionTable regions) {
        this.regions = regions;
    }

    /** Makes a window that isn't bound, under a fresh key. */
    public Window allocate(int domain, boolean typeTwo) {
        int key;
        do {
            key = regions.randomKey();
        } while (taken(key) || regions.anyRkey(key & -TAGS, TAGS));
        Window window = new Window(domain, typeTwo, key);
        byPrefix.put(key >>> TAG_BITS, window);
        return window;
    }

    /** Makes a window known here that was made with another table of the device. */
    public void adopt(Window window) {
        byPrefix.put(window.key() >>> TAG_BITS, window);
    }

    /** Ends a window: from now on no key of it reaches memory. */
    public void deallocate(Window window) {
        window.unbind();
        byPrefix.remove(window.key() >>> TAG_BITS);
    }

    /** Returns whether {@code key} is or may become one of a window. */
    boolean taken(int key) {
        return byPrefix.containsKey(key >>> TAG_BITS);
    }

    /** Returns what a remote key opens to the peer of queue pair {@code qpn}, or null. */
    Region opened(int key, int qpn) {
        Window window = byPrefix.get(key >>> TAG_BITS);
        return window == null ? null : window.opened(key, qpn);
    }

    /**
     * Unbinds the window of a key; only one of type 2 that is bound through queue pair {@code qpn}.
     */
    boolean invalidate(int key, int domain, int qpn) {
        Window window = byPrefix.get(key >>> TAG_BITS);
        if (window == null
                || window.key() != key
                || window.domain() != domain
                || !window.boundThrough(qpn)) {
            return false;
        }
        window.unbind();
        return true;
    }

    boolean anyBoundTo(Region region) {
        for (Window window : byPrefix.values()) {
            if (window.isBoundTo(region)) {
                return true;
            }
        }
        return false;
    }

    /** Queue pair {@code qpn} is gone, and with it what was bound through it. */
    public void unbindAll(int qpn) {
        for (Window window : byPrefix.values()) {
            if (window.boundThrough(qpn)) {
                window.unbind();
            }
        }
    }

    /**
     * Binds a window as a send request asks.
     *
     * @param windowKey any key of the window
     * @param newKey the key that it is to have
     * @param qpn the queue pair that the request was posted to, which is of {@code domain}
     * @param length 0 unbinds, which only type 1 takes
     * @return false when the specification doesn't allow it; nothing is changed then
     */
    public boolean bind(
            int windowKey,
            int newKey,
            int domain,
            int qpn,
            int lkey,
            long address,
            long length,
            int access) {
        Window window = byPrefix.get(windowKey >>> TAG_BITS);
        if (window == null
                || window.domain() != domain
                || newKey >>> TAG_BITS != windowKey >>> TAG_BITS
                || (window.typeTwo() && length == 0)) {
            return false;
        }
        if (length == 0) {
            window.unbind(newKey);
            return true;
        }
        boolean zeroBased = (access & AccessFlags.ZERO_BASED) != 0;
        Region region = regions.local(lkey, domain, address, length, AccessFlags.MW_BIND);
        boolean allowed =
                region != null
                        && (access & ~KNOWN) == 0
                        && (window.typeTwo() || !zeroBased)
                        && ((access & CHANGE) == 0 || region.allows(AccessFlags.LOCAL_WRITE));
        if (!allowed) {
            return false;
        }
        Region part = region.part(address, length, zeroBased ? 0 : address, access, newKey);
        if ((access & AccessFlags.REMOTE_ATOMIC) != 0
                && !atomicsAligned(part, region, region.offsetOf(address))) {
            return false;
        }
        return window.bind(part, newKey, qpn);
    }

    /**
     * Returns whether a virtual address that is a multiple of eight is one in memory, too.
     *
     * @param offset where the part begins in the region
     */
    private static boolean atomicsAligned(Region part, Region whole, long offset) {
        MemorySegment memory = whole.segment();
        if (memory.isNative()) {
            return (memory.address() + offset - part.address()) % ATOMIC_ALIGNMENT == 0;
        }
        return memory.maxByteAlignment() >= ATOMIC_ALIGNMENT
                && (offset - part.address()) % ATOMIC_ALIGNMENT == 0;
    }
}
