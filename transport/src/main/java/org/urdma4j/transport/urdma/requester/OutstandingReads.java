package org.urdma4j.transport.urdma.requester;

import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;

/**
 * Where in the send queue the READs and atomic operations stand that wait for their answers. Those
 * behind one whose answer is lost again and again may be as many as the send queue holds, whatever
 * may be outstanding at once: so the ring doubles when it is full.
 */
public final class OutstandingReads {
    private static final int SMALLEST = 4;
    private static final long ENDED = -1;
    private static final long[] NONE = {};

    /** Made when there is the first one. */
    private long[] positions = NONE;

    private int oldest;
    private int next;
    private int outstanding;

    void start() {
        oldest = 0;
        next = 0;
        outstanding = 0;
    }

    /** Gives the request at {@code position} of the send queue its number. */
    int begin(long position) {
        if (next - oldest == positions.length) {
            grow();
        }
        positions[at(next)] = position;
        outstanding++;
        return next++;
    }

    private void grow() {
        long[] smaller = positions;
        positions = new long[Math.max(SMALLEST, 2 * smaller.length)];
        for (int number = oldest; number != next; number++) {
            positions[at(number)] = smaller[number & (smaller.length - 1)];
        }
    }

    private int at(int number) {
        return number & (positions.length - 1);
    }

    /** Returns the position of request {@code number}, -1 if there is none that waits. */
    long positionOf(int number) {
        boolean known = number - oldest >= 0 && next - number > 0;
        return known ? positions[at(number)] : ENDED;
    }

    /** Request {@code number} has its answer. */
    void end(int number) {
        positions[at(number)] = ENDED;
        outstanding--;
        while (oldest != next && positions[at(oldest)] == ENDED) {
            oldest++;
        }
    }

    /**
     * Returns whether one that waits puts its answer, or part of it, where {@code wqe} will: the
     * earlier one's data, sent again, would overwrite what the later one has read.
     */
    boolean overlap(SendQueue queue, SendWqe wqe) {
        int left = outstanding;
        for (int number = next - 1; left > 0; number--) {
            long position = positions[at(number)];
            if (position != ENDED) {
                left--;
                if (queue.at(position).sges().overlaps(wqe.sges())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns how many wait. */
    public int outstanding() {
        return outstanding;
    }
}
