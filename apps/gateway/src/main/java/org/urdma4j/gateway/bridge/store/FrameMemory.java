package org.urdma4j.gateway.bridge.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Off-heap memory for frames of all lengths, all of it taken at the start. It consists of pages;
 * each is cut into slots of one size, and free to be cut otherwise when none is in use. Sizes lie a
 * quarter apart at most, but among the largest and smallest. Nothing is allocated for a frame once
 * its slot has been used. Not thread-safe.
 */
final class FrameMemory {
    private static final int SMALLEST_PAGE = 1 << 16;
    private static final int ALIGNMENT = 64;

    /** Slots of a page, for each size. */
    private static final int[] SLOTS = {
        512, 256, 160, 128, 100, 80, 64, 52, 42, 34, 28, 22, 18, 15, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1
    };

    private final int[] sizes = new int[SLOTS.length];
    private final byte[] sizeOf;
    private final PageList[] partly = new PageList[SLOTS.length];
    private final PageList free = new PageList();
    private final long bytes;

    /**
     * @param wanted bytes at least
     * @param longest frame, in bytes
     */
    FrameMemory(long wanted, int longest) {
        int page = SMALLEST_PAGE;
        while (page < longest) {
            page *= 2;
        }
        for (int i = 0; i < SLOTS.length; i++) {
            sizes[i] = page / SLOTS[i] & -ALIGNMENT;
            partly[i] = new PageList();
        }
        sizeOf = new byte[page / ALIGNMENT + 1];
        int size = 0;
        for (int i = 0; i < sizeOf.length; i++) {
            while (sizes[size] < i * ALIGNMENT) {
                size++;
            }
            sizeOf[i] = (byte) size;
        }
        long pages = Math.ceilDiv(wanted, page) + SLOTS.length;
        bytes = pages * page;
        MemorySegment memory = Arena.ofAuto().allocate(bytes, ALIGNMENT);
        for (long i = pages - 1; i >= 0; i--) {
            free.add(new Page(memory.asSlice(i * page, page)));
        }
    }

    long bytes() {
        return bytes;
    }

    int longest() {
        return sizes[sizes.length - 1];
    }

    /**
     * Returns room for a frame of this length, for one reference; or null if there is none.
     *
     * @param length 1 to {@link #longest}
     */
    StoredFrame take(int length) {
        int size = sizeOf[(length + ALIGNMENT - 1) / ALIGNMENT];
        Page page = partly[size].first();
        if (page == null) {
            page = free.first();
            if (page == null) {
                return null;
            }
            free.remove(page);
            page.cut(size, SLOTS[size]);
            partly[size].add(page);
        }
        StoredFrame frame = page.take(sizes[size]);
        frame.length = length;
        if (page.isFull()) {
            partly[size].remove(page);
        }
        return frame;
    }

    /** Drops one reference to a frame; the last gives its memory back. */
    void release(StoredFrame frame) {
        if (--frame.references > 0) {
            return;
        }
        Page page = frame.page;
        if (page.isFull()) {
            partly[page.size].add(page);
        }
        page.release(frame);
        if (page.isEmpty()) {
            partly[page.size].remove(page);
            free.add(page);
        }
    }
}
