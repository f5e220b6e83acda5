package org.urdma4j.gateway.bridge.store;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * An Ethernet frame without its check sequence, in memory of a {@link FrameMemory}. Its bytes stay
 * as they are while more than one refers to it. Used again for other frames; not thread-safe.
 */
public final class StoredFrame {
    private final ByteBuffer buffer;
    private final MemorySegment memory;

    /** Where its memory goes back to; null for headers alone, which aren't in any page. */
    final Page page;

    final int slot;
    int at;
    int length;
    int charge;
    int references;

    StoredFrame(Page page, int slot) {
        this.buffer = page.buffer;
        this.memory = page.memory;
        this.page = page;
        this.slot = slot;
    }

    /** Makes one that isn't in any page. */
    StoredFrame(ByteBuffer buffer) {
        this.buffer = buffer;
        this.memory = MemorySegment.ofBuffer(buffer);
        this.page = null;
        this.slot = 0;
    }

    /** Returns what holds it, {@link #at} bytes in. */
    public ByteBuffer buffer() {
        return buffer;
    }

    public MemorySegment memory() {
        return memory;
    }

    /** Returns where it begins. */
    public int at() {
        return at;
    }

    /** Returns where it begins in this process's memory. */
    public long address() {
        return memory.address() + at;
    }

    /** Returns its bytes; 0 for one that there was no memory for. */
    public int length() {
        return length;
    }

    /** Returns the bytes of memory that it takes, of which the last may be unused. */
    public int charge() {
        return charge;
    }
}
