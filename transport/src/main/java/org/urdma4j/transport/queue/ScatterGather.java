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
    /**
     * An element, in longs side by side, so that few cache lines go from who posts to the engine.
     */
    private static final int ELEMENT = 3;

    private static final int LENGTH = 1;
    private static final int LKEY = 2;

    private final long[] elements;

    /** Of the engine alone. */
    private final Region[] regions;

    private int count;
    long total;

    ScatterGather(int capacity) {
        elements = new long[capacity * ELEMENT];
        regions = new Region[capacity];
    }

    void clear() {
        clear(0);
    }

    /** It has no elements; the message, of so many bytes, is elsewhere. */
    void clear(long length) {
        count = 0;
        total = length;
    }

    void add(long address, long length, int lkey) {
        int element = count * ELEMENT;
        elements[element] = address;
        elements[element + LENGTH] = length;
        elements[element + LKEY] = lkey;
        count++;
        total += length;
    }

    private long address(int i) {
        return elements[i * ELEMENT];
    }

    private long length(int i) {
        return elements[i * ELEMENT + LENGTH];
    }

    private int lkey(int i) {
        return (int) elements[i * ELEMENT + LKEY];
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
            long length = length(i);
            if (length == 0) {
                continue;
            }
            regions[i] = table.local(lkey(i), domain, address(i), length, rights);
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
                if (length(i) > 0
                        && other.length(k) > 0
                        && Long.compareUnsigned(address(i), other.address(k) + other.length(k) - 1)
                                <= 0
                        && Long.compareUnsigned(other.address(k), address(i) + length(i) - 1)
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
        return add(offset, n, batch, at, false);
    }

    /** As {@link #gather}, of a message that stays as it is: see {@link TransmitBatch#attach}. */
    public int attach(long offset, int n, TransmitBatch batch, int at) {
        return add(offset, n, batch, at, true);
    }

    private int add(long offset, int n, TransmitBatch batch, int at, boolean attach) {
        int i = count == 1 ? 0 : elementAt(offset);
        long skip = i == 0 ? offset : offset - startOf(i);
        int left = n;
        int to = at;
        try {
            for (; left > 0; i++) {
                long length = length(i);
                if (length == 0) {
                    continue;
                }
                Region region = regions[i];
                if (!region.registered()) {
                    return -1;
                }
                int part = (int) Math.min(left, length - skip);
                long from = region.offsetOf(address(i)) + skip;
                to =
                        attach
                                ? batch.attach(to, region, from, part)
                                : batch.payload(to, region.segment(), from, part);
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
        int i = count == 1 ? 0 : elementAt(offset);
        long skip = i == 0 ? offset : offset - startOf(i);
        int done = 0;
        try {
            for (; done < n; i++) {
                long length = length(i);
                if (length == 0) {
                    continue;
                }
                Region region = regions[i];
                if (!region.registered()) {
                    return false;
                }
                int part = (int) Math.min(n - done, length - skip);
                payload.payloadTo(done, region.segment(), region.offsetOf(address(i)) + skip, part);
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
        for (long left = offset; i < count && left >= length(i); i++) {
            left -= length(i);
        }
        return i;
    }

    private long startOf(int element) {
        long start = 0;
        for (int i = 0; i < element; i++) {
            start += length(i);
        }
        return start;
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
                long at = region.offsetOf(address(element)) + i - startOf(element);
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
