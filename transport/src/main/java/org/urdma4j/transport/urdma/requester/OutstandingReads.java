package org.urdma4j.transport.urdma.requester;

import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;

import java.util.Arrays;

/** Where in the send queue the READs and atomic operations stand that wait for their answers. */
public final class OutstandingReads {
    /** More than a queue pair can have outstanding. */
    private static final int SLOTS = 512;

    private final long[] positions = new long[SLOTS];
    private int next;
    private int outstanding;

    void start() {
        next = 0;
        outstanding = 0;
        Arrays.fill(positions, -1);
    }

    /** Gives the request at {@code position} of the send queue its number. */
    int begin(long position) {
        positions[next & (SLOTS - 1)] = position;
        outstanding++;
        return next++;
    }

    /** Returns the position of request {@code number}, -1 if there is none that waits. */
    long positionOf(int number) {
        int age = next - number;
        return age > 0 && age <= SLOTS ? positions[number & (SLOTS - 1)] : -1;
    }

    /** Request {@code number} has its answer. */
    void end(int number) {
        positions[number & (SLOTS - 1)] = -1;
        outstanding--;
    }

    /**
     * Returns whether one that waits puts its answer, or part of it, where {@code wqe} will: the
     * earlier one's data, sent again, would overwrite what the later one has read.
     */
    boolean overlap(SendQueue queue, SendWqe wqe) {
        int left = outstanding;
        for (int number = next - 1; left > 0; number--) {
            long position = positions[number & (SLOTS - 1)];
            if (position >= 0) {
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
