package org.urdma4j.fec;

import java.util.Arrays;

/**
 * What the decoder knows of one group. For each line (see {@link Lines}): the XOR of what entered,
 * how many members that were and the sum of their indices, from which the single missing one
 * follows, and whether the repair packet is in it. Reused for other groups.
 */
final class Group {
    private static final int OPEN = 0;
    private static final int REPAIR_IN = 1;
    private static final int DONE = 2;

    /** Bytes that a line takes beside its unit: reference, count, sum, state. */
    private static final int LINE_BYTES = 8 + 4 + 8 + 1;

    private long firstPsn;
    private int scheme;
    private int r;

    /** Members of the group; 0 until a repair packet says it. */
    private int members;

    private int highestIndex;

    private Unit[] units = new Unit[0];
    private int[] counts = new int[0];
    private long[] sums = new long[0];
    private byte[] states = new byte[0];
    private long[] entered = new long[0];

    void open(long firstPsn, int scheme, int r) {
        this.firstPsn = firstPsn;
        this.scheme = scheme;
        this.r = r;
        members = 0;
        highestIndex = -1;
        Arrays.fill(counts, 0);
        Arrays.fill(sums, 0);
        Arrays.fill(states, (byte) OPEN);
        Arrays.fill(entered, 0);
    }

    long firstPsn() {
        return firstPsn;
    }

    int scheme() {
        return scheme;
    }

    int r() {
        return r;
    }

    int members() {
        return members;
    }

    boolean is(int scheme, int r) {
        return this.scheme == scheme && this.r == r;
    }

    /** Records the number of members; false if it contradicts what came before. */
    boolean size(int members) {
        if (this.members == 0 && highestIndex < members) {
            this.members = members;
        }
        return this.members == members;
    }

    /** Makes room for member {@code index} and its lines; false when the budget is spent. */
    boolean reserve(int index, int line, UnitPool pool) {
        int words = index / Long.SIZE + 1;
        if (words > entered.length) {
            int grown = Math.max(words, 2 * entered.length);
            if (!pool.reserve((long) (grown - entered.length) * Long.BYTES)) {
                return false;
            }
            entered = Arrays.copyOf(entered, grown);
        }
        if (line >= states.length) {
            int grown = Math.max(line + 1, 2 * states.length);
            if (!pool.reserve((long) (grown - states.length) * LINE_BYTES)) {
                return false;
            }
            units = Arrays.copyOf(units, grown);
            counts = Arrays.copyOf(counts, grown);
            sums = Arrays.copyOf(sums, grown);
            states = Arrays.copyOf(states, grown);
        }
        return true;
    }

    boolean hasEntered(int index) {
        int word = index / Long.SIZE;
        return word < entered.length && (entered[word] & (1L << index)) != 0;
    }

    /** Returns the line's unit, taken from the pool if it has none; null when that is empty. */
    Unit unit(int line, UnitPool pool) {
        if (units[line] == null) {
            units[line] = pool.take();
        }
        return units[line];
    }

    /** Counts a member whose unit is in the line. */
    void enter(int index, int line) {
        counts[line]++;
        sums[line] += index;
    }

    void markEntered(int index) {
        entered[index / Long.SIZE] |= 1L << index;
        highestIndex = Math.max(highestIndex, index);
    }

    void enterRepair(int line) {
        states[line] = REPAIR_IN;
    }

    boolean hasRepair(int line) {
        return states[line] != OPEN;
    }

    boolean done(int line) {
        return states[line] == DONE;
    }

    /** Returns how many of the line's members are missing, once the group's size is known. */
    int missing(int line) {
        return Lines.count(r, members, line) - counts[line];
    }

    /** Returns the index of the only missing member, or -1 if what came contradicts itself. */
    int missingIndex(int line) {
        long index = Lines.sum(r, members, line) - sums[line];
        boolean possible =
                index >= 0
                        && index < members
                        && Lines.contains(r, line, index)
                        && !hasEntered((int) index);
        return possible ? (int) index : -1;
    }

    /** Ends a line and returns its unit, null if it has none; it is the caller's from then on. */
    Unit finish(int line) {
        states[line] = DONE;
        Unit unit = units[line];
        units[line] = null;
        return unit;
    }

    void release(UnitPool pool) {
        for (int line = 0; line < units.length; line++) {
            if (units[line] != null) {
                pool.give(units[line]);
                units[line] = null;
            }
        }
    }
}
