package org.urdma4j.transport.queue;

import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.memory.RegisteredMemory;
import org.urdma4j.transport.wire.PayloadSource;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteOrder;

/**
 * A scatter/gather list of a queued work request. Application threads fill it; the engine resolves
 * its keys once, when it takes the request up, and then moves payload by message offset.
 */
public final class ScatterGather {
    private final long[] addresses;
    private final long[] lengths;
    private final int[] lkeys;
    private final Region[] regions;
    private int count;
    private long total;

    ScatterGather(int capacity) {
        addresses = new long[capacity];
        lengths = new long[capacity];
        lkeys = new int[capacity];
        regions = new Region[capacity];
    }

    void clear() {
        count = 0;
        total = 0;
    }

    void add(long address, long length, int lkey) {
        addresses[count] = address;
        lengths[count] = length;
        lkeys[count] = lkey;
        regions[count] = null;
        count++;
        total += length;
    }

    /** Returns the bytes of all elements together. */
    public long length() {
        return total;
    }

    /**
     * Finds the memory of each element.
     *
     * @return false if a key is unknown, of another domain, lacks {@code rights} or doesn't cover
     *     its element
     */
    public boolean resolve(RegionTable table, int domain, int rights) {
        for (int i = 0; i < count; i++) {
            if (lengths[i] == 0) {
                continue;
            }
            regions[i] = table.local(lkeys[i], domain, addresses[i], lengths[i], rights);
            if (regions[i] == null) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether there is an address that both lists have. */
    public boolean overlaps(ScatterGather other) {
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < other.count; k++) {
                if (lengths[i] > 0
                        && other.lengths[k] > 0
                        && Long.compareUnsigned(
                                        addresses[i], other.addresses[k] + other.lengths[k] - 1)
                                <= 0
                        && Long.compareUnsigned(other.addresses[k], addresses[i] + lengths[i] - 1)
                                <= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Forgets the memory, so that a deregistered region isn't kept alive by an old request. */
    void release() {
        for (int i = 0; i < count; i++) {
            regions[i] = null;
        }
    }

    /**
     * Adds {@code n} bytes of the message, from {@code offset} on, to the open packet of a batch.
     *
     * @return the buffer offset after them, or -1 if the memory is registered no more or closed
     */
    public int gather(long offset, int n, TransmitBatch batch, int at) {
        int i = elementAt(offset);
        long skip = offset - startOf(i);
        int left = n;
        int to = at;
        try {
            for (; left > 0; i++) {
                if (lengths[i] == 0) {
                    continue;
                }
                Region region = regions[i];
                if (!region.registered()) {
                    return -1;
                }
                int part = (int) Math.min(left, lengths[i] - skip);
                to = batch.payload(to, region.segment(), offsetIn(region, i) + skip, part);
                left -= part;
                skip = 0;
            }
            return to;
        } catch (IllegalStateException e) {
            return -1; // the memory is gone
        }
    }

    /**
     * Puts the first {@code n} bytes of {@code payload} to the message from {@code offset} on.
     *
     * @return false if the memory is registered no more or closed
     */
    public boolean scatter(long offset, int n, PayloadSource payload) {
        int i = elementAt(offset);
        long skip = offset - startOf(i);
        int done = 0;
        try {
            for (; done < n; i++) {
                if (lengths[i] == 0) {
                    continue;
                }
                Region region = regions[i];
                if (!region.registered()) {
                    return false;
                }
                int part = (int) Math.min(n - done, lengths[i] - skip);
                payload.payloadTo(done, region.segment(), offsetIn(region, i) + skip, part);
                done += part;
                skip = 0;
            }
            return true;
        } catch (IllegalStateException e) {
            return false; // the memory is gone
        }
    }

    private int elementAt(long offset) {
        int i = 0;
        for (long left = offset; i < count && left >= lengths[i]; i++) {
            left -= lengths[i];
        }
        return i;
    }

    private long startOf(int element) {
        long start = 0;
        for (int i = 0; i < element; i++) {
            start += lengths[i];
        }
        return start;
    }

    private long offsetIn(Region region, int element) {
        return region.offsetOf(addresses[element]);
    }

    /**
     * Writes a 64-bit value, in the host's byte order, to the start of the message.
     *
     * @return false if the list is shorter than eight bytes, or its memory registered no more or
     *     closed
     */
    public boolean scatterLong(long value) {
        if (total < Long.BYTES) {
            return false;
        }
        try {
            for (int i = 0; i < Long.BYTES; i++) {
                int element = elementAt(i);
                Region region = regions[element];
                if (!region.registered()) {
                    return false;
                }
                long at = offsetIn(region, element) + i - startOf(element);
                RegisteredMemory.put(region.segment(), at, byteOf(value, i));
            }
            return true;
        } catch (IllegalStateException e) {
            return false; // the memory is gone
        }
    }

    private static byte byteOf(long value, int memoryIndex) {
        boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        return (byte) (value >>> (8 * (little ? memoryIndex : Long.BYTES - 1 - memoryIndex)));
    }
}
