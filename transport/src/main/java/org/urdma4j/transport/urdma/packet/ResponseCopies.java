package org.urdma4j.transport.urdma.packet;

import org.urdma4j.transport.memory.RegisteredMemory;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.MemorySegment;

/**
 * Copies of the READ data under way, so that what is sent again is what was sent first: read again
 * from memory, it could be newer than the data of a later READ. They lie in a ring that grows as
 * needed up to {@link #LARGEST}; what finds no room is read again.
 */
public final class ResponseCopies {
    /** The most that one connection may keep, in bytes. */
    public static final int LARGEST = 4 << 20;

    private static final int SMALLEST = 16 << 10;

    private MemorySegment ring = MemorySegment.NULL;
    private long head;
    private long tail;

    public void clear() {
        head = 0;
        tail = 0;
        ring = MemorySegment.NULL;
    }

    /** Returns where the next copy begins. */
    public long next() {
        return tail;
    }

    /**
     * Keeps {@code n} bytes of {@code from}; returns false if there is no room.
     *
     * @throws IllegalStateException if that memory is gone
     */
    public boolean keep(MemorySegment from, long offset, int n) {
        long need = tail + n - head;
        if (need > ring.byteSize() && !grow(need)) {
            return false;
        }
        int at = index(tail);
        int first = Math.min(n, size() - at);
        RegisteredMemory.copy(from, offset, ring, at, first);
        RegisteredMemory.copy(from, offset + first, ring, 0, n - first);
        tail += n;
        return true;
    }

    private boolean grow(long need) {
        if (need > LARGEST) {
            return false;
        }
        long size = Math.max(SMALLEST, 2 * Long.highestOneBit(need - 1));
        MemorySegment larger = MemorySegment.ofArray(new byte[(int) size]);
        for (long at = head; at < tail; ) {
            int from = index(at);
            int to = (int) at & ((int) size - 1);
            long n = Math.min(tail - at, Math.min(size() - from, size - to));
            MemorySegment.copy(ring, from, larger, to, n);
            at += n;
        }
        ring = larger;
        return true;
    }

    /** Forgets what lies before {@code position}. */
    public void release(long position) {
        head = Math.max(head, position);
    }

    /** Gives the ring back if nothing lies in it. */
    public void trim() {
        if (head == tail) {
            ring = MemorySegment.NULL;
        }
    }

    /** Adds {@code n} bytes from {@code position} on to the open packet; returns where they end. */
    int gather(long position, int n, TransmitBatch batch, int at) {
        int from = index(position);
        int first = Math.min(n, size() - from);
        int end = batch.payload(at, ring, from, first);
        return first < n ? batch.payload(end, ring, 0, n - first) : end;
    }

    private int size() {
        return (int) ring.byteSize();
    }

    private int index(long position) {
        return (int) position & (size() - 1);
    }
}
