package org.urdma4j.measure.capture;

import java.util.Arrays;

/**
 * Ranges of numbers that were passed over and haven't come since, oldest first. Where there is no
 * memory for another, the oldest is given up: of numbers up to {@link #unknownBelow} nobody knows
 * any more.
 */
final class HoleList {
    private static final int MOST = 1024;
    private static final int BYTES = 2 * Long.BYTES;

    private final MemoryBudget budget;

    /** First and last number of each range. */
    private long[] ends = new long[2];

    private int count;
    private long unknownBelow = Long.MIN_VALUE;

    HoleList(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Adds a range above all others. */
    void add(long first, long last) {
        insert(count, first, last);
    }

    /** Takes a number out; returns whether it was missing. */
    boolean remove(long number) {
        int at = find(number);
        if (at == count || ends[2 * at] > number) {
            return false;
        }
        long first = ends[2 * at];
        long last = ends[2 * at + 1];
        if (first == last) {
            delete(at);
        } else if (number == first) {
            ends[2 * at] = number + 1;
        } else {
            ends[2 * at + 1] = number - 1;
            if (number < last) {
                insert(at + 1, number + 1, last);
            }
        }
        return true;
    }

    /** Forgets what is below a number, as if it had come. */
    void forgetBelow(long number) {
        int gone = find(number);
        if (gone > 0) {
            System.arraycopy(ends, 2 * gone, ends, 0, 2 * (count - gone));
            count -= gone;
        }
        if (count > 0 && ends[0] < number) {
            ends[0] = number;
        }
    }

    /** Returns a number: those below may have come or not, so far as they aren't forgotten. */
    long unknownBelow() {
        return unknownBelow;
    }

    /** Returns the first range that ends at the number or above. */
    private int find(long number) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[2 * middle + 1] < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void delete(int at) {
        System.arraycopy(ends, 2 * (at + 1), ends, 2 * at, 2 * (count - at - 1));
        count--;
    }

    private void insert(int at, long first, long last) {
        int place = at;
        if (2 * count == ends.length && !grow()) {
            unknownBelow = ends[1] + 1;
            delete(0);
            place--;
        }
        System.arraycopy(ends, 2 * place, ends, 2 * (place + 1), 2 * (count - place));
        ends[2 * place] = first;
        ends[2 * place + 1] = last;
        count++;
    }

    private boolean grow() {
        if (count == MOST || !budget.take((long) count * BYTES)) {
            return false;
        }
        ends = Arrays.copyOf(ends, 2 * ends.length);
        return true;
    }
}
