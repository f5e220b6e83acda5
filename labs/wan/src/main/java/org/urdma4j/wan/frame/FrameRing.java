package org.urdma4j.wan.frame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Off-heap memory for the frames on their way, handed out in turn: a frame takes what it is long,
 * and its memory is used again when it and all before it are released. Allocates nothing once it
 * has held the most frames that it will. One thread at a time.
 */
public final class FrameRing {
    /** Room for the longest frame that a TAP device gives, with its virtio header. */
    public static final int LONGEST = 66 << 10;

    private static final int ALIGNMENT = 64;

    private final MemorySegment memory;
    private final long size;

    /** The frames in the order in which their memory was taken, in a ring. */
    private Frame[] order = new Frame[64];

    private int first;
    private int count;
    private Frame[] spare = new Frame[64];
    private int spares;
    private long head;

    /**
     * @param bytes how much memory, at least {@link #LONGEST}; it is touched at once, so that a
     *     frame never waits for a page
     */
    public FrameRing(long bytes) {
        if (bytes < LONGEST) {
            throw new IllegalArgumentException(
                    "a ring of %d bytes holds no frame".formatted(bytes));
        }
        this.memory = Arena.ofAuto().allocate(bytes, ALIGNMENT);
        this.size = bytes;
    }

    public MemorySegment memory() {
        return memory;
    }

    /**
     * Returns where the next frame is to be written, virtio header first, with room for {@link
     * #LONGEST} bytes; or -1 when there is none.
     */
    public long nextPosition() {
        if (count == 0) {
            head = 0;
            return 0;
        }
        long tail = order[first].at;
        if (head <= tail) {
            return tail - head > LONGEST ? head : -1;
        }
        if (size - head >= LONGEST) {
            return head;
        }
        if (tail <= LONGEST) {
            return -1;
        }
        head = 0;
        return 0;
    }

    /**
     * Takes what was written at {@link #nextPosition}; the caller holds the one reference.
     *
     * @param bytes with the virtio header
     */
    public Frame take(int bytes) {
        Frame frame = spares == 0 ? new Frame() : spare[--spares];
        frame.parse(memory, head, bytes - VirtioHeader.BYTES);
        head += (bytes + ALIGNMENT - 1) & -ALIGNMENT;
        if (count == order.length) {
            growOrder();
        }
        order[(first + count++) & (order.length - 1)] = frame;
        return frame;
    }

    /** Gives back {@code references} to a frame; with the last its memory is free. */
    public void release(Frame frame, int references) {
        if (frame.release(references)) {
            while (count > 0 && order[first].isReleased()) {
                keep(order[first]);
                order[first] = null;
                first = (first + 1) & (order.length - 1);
                count--;
            }
        }
    }

    public int frames() {
        return count;
    }

    private void keep(Frame frame) {
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = frame;
    }

    private void growOrder() {
        int before = order.length;
        order = Arrays.copyOf(order, 2 * before);
        // what had wrapped to the front goes behind the old end
        System.arraycopy(order, 0, order, before, first);
    }
}
