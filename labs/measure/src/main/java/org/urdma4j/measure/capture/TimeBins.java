package org.urdma4j.measure.capture;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

/**
 * Payload and round trips over time, in 64 equal pieces at most that become twice as long whenever
 * the time runs out of them, or the budget doesn't have another. Only pieces in which something was
 * take memory.
 */
final class TimeBins {
    private static final int BINS = 64;
    private static final long FIRST_WIDTH_NS = 100_000;
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;

    /** Which piece, counted from 0. */
    private static final int AT = 0;

    private static final int PAYLOAD = 1;
    private static final int AGAIN = 2;
    private static final int RTT_NS = 3;
    private static final int RTTS = 4;
    private static final int FIELDS = 5;

    private final MemoryBudget budget;

    /** The fields of each piece that there is, in the order of time. */
    private long[] cells = new long[2 * FIELDS];

    private int used;
    private long widthNs = FIRST_WIDTH_NS;

    TimeBins(MemoryBudget budget) {
        this.budget = budget;
    }

    void addPayload(long sinceStartNs, int bytes) {
        int bin = bin(sinceStartNs);
        cells[bin + PAYLOAD] += bytes;
    }

    void addAgain(long sinceStartNs) {
        int bin = bin(sinceStartNs);
        cells[bin + AGAIN]++;
    }

    void addRtt(long sinceStartNs, long ns) {
        int bin = bin(sinceStartNs);
        cells[bin + RTT_NS] += ns;
        cells[bin + RTTS]++;
    }

    /** Returns where the fields of that time are. */
    private int bin(long sinceStartNs) {
        long ns = Math.max(0, sinceStartNs);
        while (ns / widthNs >= BINS) {
            fold();
        }
        while (true) {
            long at = ns / widthNs;
            int place = find(at);
            if (place < used && cells[place * FIELDS + AT] == at) {
                return place * FIELDS;
            }
            if ((used + 1) * FIELDS <= cells.length || grow()) {
                return insert(place, at) * FIELDS;
            }
            fold();
        }
    }

    private int find(long at) {
        int place = used;
        while (place > 0 && cells[(place - 1) * FIELDS + AT] >= at) {
            place--;
        }
        return place;
    }

    private boolean grow() {
        if (!budget.take((long) cells.length * Long.BYTES)) {
            return false;
        }
        cells = Arrays.copyOf(cells, Math.min(2 * cells.length, BINS * FIELDS));
        return true;
    }

    private int insert(int place, long at) {
        int from = place * FIELDS;
        System.arraycopy(cells, from, cells, from + FIELDS, used * FIELDS - from);
        Arrays.fill(cells, from, from + FIELDS, 0);
        cells[from + AT] = at;
        used++;
        return place;
    }

    private void fold() {
        int kept = 0;
        for (int i = 0; i < used; i++) {
            int from = i * FIELDS;
            cells[from + AT] /= 2;
            int last = (kept - 1) * FIELDS;
            if (kept > 0 && cells[last + AT] == cells[from + AT]) {
                for (int field = PAYLOAD; field < FIELDS; field++) {
                    cells[last + field] += cells[from + field];
                }
            } else {
                System.arraycopy(cells, from, cells, kept * FIELDS, FIELDS);
                kept++;
            }
        }
        used = kept;
        widthNs *= 2;
    }

    /** Returns all pieces up to the last in which something was, made when they are asked for. */
    List<FlowSummary.Point> points() {
        return new Points();
    }

    private FlowSummary.Point point(int at) {
        double seconds = widthNs / NS_PER_SECOND;
        int place = find(at);
        boolean there = place < used && cells[place * FIELDS + AT] == at;
        int from = place * FIELDS;
        return there
                ? new FlowSummary.Point(
                        at * seconds,
                        cells[from + PAYLOAD] * 8 / seconds,
                        cells[from + AGAIN],
                        cells[from + RTTS] == 0
                                ? null
                                : (double) cells[from + RTT_NS] / cells[from + RTTS] / NS_PER_MS)
                : new FlowSummary.Point(at * seconds, 0, 0, null);
    }

    private final class Points extends AbstractList<FlowSummary.Point> {
        @Override
        public FlowSummary.Point get(int index) {
            return point(index);
        }

        @Override
        public int size() {
            return used == 0 ? 0 : (int) cells[(used - 1) * FIELDS + AT] + 1;
        }
    }
}
