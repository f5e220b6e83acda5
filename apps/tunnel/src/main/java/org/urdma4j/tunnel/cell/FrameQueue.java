package org.urdma4j.tunnel.cell;

import java.nio.ByteBuffer;

/**
 * Frames that wait for cells, in the order in which they came, in a ring of bytes: what finds no
 * room is dropped. The first stays until it is removed. Not thread-safe; allocates nothing after
 * construction.
 */
public final class FrameQueue {
    /** The least capacity: one frame of the longest. */
    public static final int LEAST_BYTES = CellText.LONGEST_FRAME + CellText.LENGTH;

    private final ByteBuffer ring;
    private final int capacity;
    private int first;
    private int used;
    private long added;
    private long addedBytes;
    private long dropped;

    /**
     * Allocates the ring.
     *
     * @param capacity bytes of all frames that wait, with two more for each
     * @throws IllegalArgumentException if not even one frame fits
     */
    public FrameQueue(int capacity) {
        if (capacity < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "a queue of %d bytes doesn't hold a frame; at least %d"
                            .formatted(capacity, LEAST_BYTES));
        }
        this.capacity = capacity;
        ring = ByteBuffer.allocateDirect(capacity);
    }

    /**
     * Adds a copy of a frame, or drops it.
     *
     * @param length 1 to {@link CellText#LONGEST_FRAME}
     */
    public boolean add(ByteBuffer from, int at, int length) {
        if (length < 1 || length > CellText.LONGEST_FRAME) {
            throw new IllegalArgumentException("a frame of %d bytes".formatted(length));
        }
        added++;
        if (used + CellText.LENGTH + length > capacity) {
            dropped++;
            return false;
        }
        addedBytes += length;
        int end = wrapped(first + used);
        ring.put(end, (byte) (length >>> Byte.SIZE));
        ring.put(wrapped(end + 1), (byte) length);
        int begin = wrapped(end + CellText.LENGTH);
        int part = Math.min(length, capacity - begin);
        ring.put(begin, from, at, part);
        ring.put(0, from, at + part, length - part);
        used += CellText.LENGTH + length;
        return true;
    }

    /** Takes note of a frame that isn't even to wait. */
    public void drop() {
        added++;
        dropped++;
    }

    private int wrapped(int index) {
        return index >= capacity ? index - capacity : index;
    }

    public boolean isEmpty() {
        return used == 0;
    }

    /** Returns the length of the first frame; there must be one. */
    int firstLength() {
        int high = Byte.toUnsignedInt(ring.get(first));
        return high << Byte.SIZE | Byte.toUnsignedInt(ring.get(wrapped(first + 1)));
    }

    /** Copies a part of the first frame. */
    void copyFirst(int offset, ByteBuffer to, int at, int length) {
        int begin = wrapped(first + CellText.LENGTH + offset);
        int part = Math.min(length, capacity - begin);
        to.put(at, ring, begin, part);
        to.put(at + part, ring, 0, length - part);
    }

    void removeFirst() {
        int bytes = CellText.LENGTH + firstLength();
        first = wrapped(first + bytes);
        used -= bytes;
    }

    /** Drops all that waits, and counts it. */
    public void clear() {
        while (!isEmpty()) {
            dropped++;
            removeFirst();
        }
    }

    public long added() {
        return added;
    }

    /** Returns the bytes of those that were not dropped when they came. */
    public long addedBytes() {
        return addedBytes;
    }

    /** Returns how many of them found no room, or were given up. */
    public long dropped() {
        return dropped;
    }
}
