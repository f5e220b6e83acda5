package org.urdma4j.protection.aead;

import java.lang.foreign.MemorySegment;

/**
 * A stretch of a plain text whose bytes are in other memory than the text, which has room for them.
 * Reused; not thread-safe.
 */
public final class OutlyingText {
    private MemorySegment memory = MemorySegment.NULL;
    private long offset;
    private long at;
    private int length;

    /**
     * Turns to a stretch.
     *
     * @param place offset in the memory of the text at which it belongs
     * @param n bytes of it, at least 1
     * @param from native memory in which it is; who owns it may close it at any time
     * @param fromOffset of its first byte there
     */
    public void set(long place, int n, MemorySegment from, long fromOffset) {
        at = place;
        length = n;
        memory = from;
        offset = fromOffset;
    }

    /** Keeps no memory alive any more. */
    public void forget() {
        memory = MemorySegment.NULL;
    }

    long at() {
        return at;
    }

    int length() {
        return length;
    }

    /** Returns the memory in which it is, at {@link #address}. */
    MemorySegment memory() {
        return memory;
    }

    long address() {
        return memory.address() + offset;
    }

    /** Copies it to where it belongs; {@link IllegalStateException} if {@link #isGone}. */
    void copyTo(MemorySegment text) {
        MemorySegment.copy(memory, offset, text, at, length);
    }

    boolean isGone() {
        return !memory.scope().isAlive();
    }
}
