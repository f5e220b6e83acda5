package org.urdma4j.retransmit.sack;

/**
 * What the sender knows of each unacknowledged packet: when it was last sent, in ticks of 128 ns as
 * T1 has them, whether it was sent again, whether it counts as lost, and the caller's tag. Two
 * numbers a packet, side by side; the flags are in the seven bits below a tick.
 */
final class SentRing {
    static final long TICK_NS = 128;

    private static final int SMALLEST = 8;
    private static final long LOST = 1;
    private static final long RESENT = 2;

    private static final long[] NONE = {};

    private final RingSize size = new RingSize(SMALLEST);

    /** Made when there is the first packet. */
    private long[] cells = NONE;

    /** Makes room for one packet more than {@code [from, to)}. */
    void reserve(long from, long to) {
        if (size.grow(to - from + 1) || cells.length == 0) {
            resize(from, to);
        }
    }

    /** {@code [previous, from)} was released; {@code [from, to)} is still held. */
    void onReleased(long previous, long from, long to) {
        if (size.shrink(from - previous, to - from)) {
            resize(from, to);
        }
    }

    /** Makes the ring as small as {@code [from, to)} allows. */
    void trim(long from, long to) {
        if (size.trim(to - from)) {
            resize(from, to);
        }
    }

    int capacity() {
        return cells.length / 2;
    }

    void sent(long psn, long nowNs, long tag) {
        int at = at(psn);
        cells[at] = floor(nowNs);
        cells[at + 1] = tag;
    }

    void resent(long psn, long nowNs) {
        cells[at(psn)] = floor(nowNs) | RESENT;
    }

    void markLost(long psn) {
        cells[at(psn)] |= LOST;
    }

    boolean isLost(long psn) {
        return (cells[at(psn)] & LOST) != 0;
    }

    boolean isResent(long psn) {
        return (cells[at(psn)] & RESENT) != 0;
    }

    /** Returns when a packet was last sent, a whole number of ticks. */
    long sentNs(long psn) {
        return floor(cells[at(psn)]);
    }

    long tag(long psn) {
        return cells[at(psn) + 1];
    }

    static long floor(long timeNs) {
        return timeNs & -TICK_NS;
    }

    private int at(long psn) {
        return ((int) psn << 1) & (cells.length - 1);
    }

    private void resize(long from, long to) {
        long[] old = cells;
        cells = new long[2 * size.size()];
        for (long psn = from; psn < to; psn++) {
            int source = ((int) psn << 1) & (old.length - 1);
            int target = at(psn);
            cells[target] = old[source];
            cells[target + 1] = old[source + 1];
        }
    }
}
