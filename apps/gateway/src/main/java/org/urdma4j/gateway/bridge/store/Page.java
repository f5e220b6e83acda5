package org.urdma4j.gateway.bridge.store;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** A piece of memory that is cut into slots of one size, and of another when all are free. */
final class Page {
    /** What it is cut into at most. */
    static final int MOST_SLOTS = 512;

    final ByteBuffer buffer;
    final MemorySegment memory;
    private final StoredFrame[] frames = new StoredFrame[MOST_SLOTS];
    private final long[] free = new long[MOST_SLOTS / Long.SIZE];
    private int slots;
    private int used;

    /** Which size its slots have. */
    int size;

    /** Its neighbours among the pages with free slots of that size, or among the free pages. */
    Page before;

    Page behind;

    Page(MemorySegment memory) {
        this.buffer = memory.asByteBuffer();
        this.memory = memory;
    }

    /** Cuts it anew; nothing of it may be in use. */
    void cut(int newSize, int count) {
        size = newSize;
        slots = count;
        for (int i = 0; i < free.length; i++) {
            int rest = count - i * Long.SIZE;
            free[i] = rest <= 0 ? 0 : rest >= Long.SIZE ? -1 : (1L << rest) - 1;
        }
    }

    /** Takes a free slot, which there is. */
    StoredFrame take(int slotBytes) {
        int word = 0;
        while (free[word] == 0) {
            word++;
        }
        int slot = word * Long.SIZE + Long.numberOfTrailingZeros(free[word]);
        free[word] &= free[word] - 1;
        used++;
        StoredFrame frame = frames[slot];
        if (frame == null) {
            frame = new StoredFrame(this, slot);
            frames[slot] = frame;
        }
        frame.at = slot * slotBytes;
        frame.charge = slotBytes;
        frame.references = 1;
        return frame;
    }

    void release(StoredFrame frame) {
        free[frame.slot / Long.SIZE] |= 1L << (frame.slot % Long.SIZE);
        used--;
    }

    boolean isFull() {
        return used == slots;
    }

    boolean isEmpty() {
        return used == 0;
    }
}
