package org.urdma4j.transport.urdma.packet;

import org.urdma4j.transport.memory.RegisteredMemory;
import org.urdma4j.transport.memory.SteadyMemory;
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

    private static final SteadyMemory NONE = SteadyMemory.allocate(0);

    private SteadyMemory ring = NONE;
    private long head;
    private long tail;

    public void clear() {
        head = 0;
        tail = 0;
        ring = NONE;
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
        if (need > size() && !grow(need)) {
            return false;
        }
        int at = index(tail);
        int first = Math.min(n, size() - at);
        RegisteredMemory.copy(from, offset, ring.segment(), at, first);
        RegisteredMemory.copy(from, offset + first, ring.segment(), 0, n - first);
        tail += n;
        return true;
    }

    private boolean grow(long need) {
        if (need > LARGEST) {
            return false;
        }
        long size = Math.max(SMALLEST, 2 * Long.highestOneBit(need - 1));
        SteadyMemory larger;
        try {
            larger = SteadyMemory.allocate(size);
        } catch (OutOfMemoryError e) {
            return false; // the limit on memory outside the heap is no reason to end
        }
        for (long at = head; at < tail; ) {
            int from = index(at);
            int to = (int) at & ((int) size - 1);
            long n = Math.min(tail - at, Math.min(size() - from, size - to));
            MemorySegment.copy(ring.segment(), from, larger.segment(), to, n);
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
            ring = NONE;
        }
    }

    /** Adds {@code n} bytes from {@code position} on to the open packet; returns where they end. */
    int gather(long position, int n, TransmitBatch batch, int at) {
        int from = index(position);
        int first = Math.min(n, size() - from);
        int end = batch.attach(at, ring, from, first);
        return first < n ? batch.attach(end, ring, 0, n - first) : end;
    }

    private int size() {
        return (int) ring.segment().byteSize();
    }

    private int index(long position) {
        return (int) position & (size() - 1);
    }
}
