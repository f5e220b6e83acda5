package org.urdma4j.simulation.tcp;

/**
 * The numbers of packets in the order in which they arrived. It stands for what selective
 * acknowledgements tell in the long run: one that arrives tells of all arrivals before it was made.
 */
final class ArrivalLog {
    /** Twice the number, and one if it was marked. */
    private long[] numbers = new long[1024];

    private long added;
    private long read;
    private boolean marked;

    void add(long number, boolean withMark) {
        if (added - read == numbers.length) {
            long[] twice = new long[2 * numbers.length];
            for (long i = read; i < added; i++) {
                twice[(int) (i & (twice.length - 1))] = numbers[(int) (i & (numbers.length - 1))];
            }
            numbers = twice;
        }
        numbers[(int) (added++ & (numbers.length - 1))] = 2 * number + (withMark ? 1 : 0);
    }

    long added() {
        return added;
    }

    long known() {
        return read;
    }

    /** Takes the oldest of which the sender doesn't know. */
    long take() {
        long entry = numbers[(int) (read++ & (numbers.length - 1))];
        marked = (entry & 1) != 0;
        return entry >> 1;
    }

    /** Returns whether what was taken last was marked with congestion. */
    boolean marked() {
        return marked;
    }
}
