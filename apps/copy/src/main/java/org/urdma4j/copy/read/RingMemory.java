package org.urdma4j.copy.read;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One piece of memory that is given out in turns and comes back in about the same order. Who wants
 * more than is free waits. Any thread may use it.
 */
final class RingMemory {
    /** What a piece takes at least, so that the number of pieces is bounded, too. */
    private static final int UNIT = 1 << 10;

    /** What is taken until more is needed: a pass may read nothing, or little. */
    private static final int FIRST = 1 << 18;

    private final int bytes;
    private ByteBuffer memory;
    private final Deque<Piece> given = new ArrayDeque<>();
    private int tail;

    /** A part of the memory. */
    final class Piece {
        private final int start;
        private final int end;
        private boolean free;
        final ByteBuffer data;

        private Piece(int start, int end, int length) {
            this.start = start;
            this.end = end;
            data = memory.slice(start, length);
        }

        /** Gives it back; idempotent. */
        void release() {
            RingMemory.this.release(this);
        }
    }

    RingMemory(int bytes) {
        this.bytes = bytes;
        memory = ByteBuffer.allocateDirect(Math.min(bytes, FIRST));
    }

    /**
     * Returns a piece of {@code length} bytes once there is one.
     *
     * @param length at most half of all
     */
    synchronized Piece allocate(int length) throws InterruptedException {
        int units = Math.max(1, (length + UNIT - 1) / UNIT) * UNIT;
        int start = place(units);
        if (start < 0 && memory.capacity() < bytes) {
            // pieces of the first memory keep it until they are released
            memory = ByteBuffer.allocateDirect(bytes);
            given.clear();
            start = place(units);
        }
        while (start < 0) {
            wait();
            start = place(units);
        }
        Piece piece = new Piece(start, start + units, length);
        tail = piece.end;
        given.add(piece);
        return piece;
    }

    private int place(int units) {
        if (units > memory.capacity()) {
            return -1;
        }
        if (given.isEmpty()) {
            return 0;
        }
        int head = given.element().start;
        if (tail > head) {
            boolean fits = memory.capacity() - tail >= units;
            return fits ? tail : head >= units ? 0 : -1;
        }
        return head - tail >= units ? tail : -1;
    }

    private synchronized void release(Piece piece) {
        piece.free = true;
        boolean room = false;
        while (!given.isEmpty() && given.element().free) {
            given.remove();
            room = true;
        }
        if (room) {
            notifyAll();
        }
    }
}
