package org.urdma4j.transport.memory;

import org.agrona.collections.Int2ObjectHashMap;

import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/**
 * The regions of a device as one of its event loops sees them, found by key. Local and remote keys
 * are drawn apart, each from all 32 bits, so that knowing one tells nothing of another and a key
 * can't be guessed from the order of registration.
 */
public final class RegionTable {
    private final RandomGenerator random;
    private final Int2ObjectHashMap<Region> byLkey = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<Region> byRkey = new Int2ObjectHashMap<>();
    private final WindowTable windows = new WindowTable(this);

    /** Creates an empty table whose keys are drawn from {@code random}. */
    public RegionTable(RandomGenerator random) {
        this.random = random;
    }

    /** Registers memory under two fresh keys. */
    public Region register(MemorySegment segment, long address, int access, int domain) {
        int lkey = freshKey(byLkey);
        int rkey;
        do {
            rkey = freshKey(byRkey);
        } while (windows.taken(rkey));
        Region region = new Region(segment, address, access, domain, lkey, rkey);
        byLkey.put(lkey, region);
        byRkey.put(rkey, region);
        return region;
    }

    /** Makes a region known here that was registered with another table of the device. */
    public void adopt(Region region) {
        byLkey.put(region.lkey(), region);
        byRkey.put(region.rkey(), region);
    }

    private int freshKey(Int2ObjectHashMap<Region> taken) {
        int key;
        do {
            key = randomKey();
        } while (key == 0 || taken.containsKey(key));
        return key;
    }

    int randomKey() {
        return random.nextInt();
    }

    /** Returns whether any of {@code count} keys from {@code first} on is a region's remote key. */
    boolean anyRkey(int first, int count) {
        for (int i = 0; i < count; i++) {
            if (byRkey.containsKey(first + i)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the memory windows, whose remote keys are found here too. */
    public WindowTable windows() {
        return windows;
    }

    /** Ends a registration: from now on neither key reaches the memory. */
    public void deregister(Region region) {
        region.deregister();
        byLkey.remove(region.lkey());
        byRkey.remove(region.rkey());
    }

    /**
     * Finds the region of a local key for {@code [address, address + bytes)}.
     *
     * @return null when the key, the domain, a right or the range is wrong
     */
    public Region local(int lkey, int domain, long address, long bytes, int rights) {
        Region region = byLkey.get(lkey);
        return region != null && region.permits(domain, address, bytes, rights) ? region : null;
    }

    /**
     * Finds the region, or what a window opens, of a remote key for {@code [address, address +
     * bytes)}.
     *
     * @param qpn the queue pair that the request came to
     * @return null when the key, the domain, a right or the range is wrong, when the key was
     *     invalidated, or when it is for another queue pair
     */
    public Region remote(int rkey, int domain, int qpn, long address, long bytes, int rights) {
        Region region = byRkey.get(rkey);
        if (region == null) {
            region = windows.opened(rkey, qpn);
        }
        return region != null
                        && region.permits(domain, address, bytes, rights)
                        && region.remotelyValid()
                ? region
                : null;
    }

    /**
     * Takes back remote access through a key, as LOCAL_INV and SEND with invalidate ask: that of a
     * region to which no window is bound, or of a window of type 2 that was bound through the queue
     * pair (IBTA 1.4 §10.6.5).
     *
     * @param qpn the queue pair that the request came to or was posted to
     * @return false when there is no such key in the domain
     */
    public boolean invalidate(int rkey, int domain, int qpn) {
        Region region = byRkey.get(rkey);
        if (region == null) {
            return windows.invalidate(rkey, domain, qpn);
        }
        if (region.domain() != domain || !region.remotelyValid() || windows.anyBoundTo(region)) {
            return false;
        }
        region.invalidateRemotely();
        return true;
    }

    public int size() {
        return byLkey.size();
    }
}
