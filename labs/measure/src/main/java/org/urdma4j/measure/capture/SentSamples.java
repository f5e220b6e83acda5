package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Psn;

import java.util.Arrays;

/**
 * When some of the packets under way were seen, for the round trip. A place is free again when the
 * packet is answered, or old. There are few places until more are needed.
 */
final class SentSamples {
    /** There was no such packet. */
    static final long NONE = -1;

    private static final int FIRST_SIZE = 2;
    private static final int SIZE = 256;
    private static final int BYTES = 2 * Integer.BYTES + Long.BYTES;
    private static final long OLD_NS = 2_000_000_000;

    private final MemoryBudget budget;
    private int[] psns = new int[FIRST_SIZE];
    private int[] t1s = new int[FIRST_SIZE];
    private long[] times = new long[FIRST_SIZE];

    SentSamples(MemoryBudget budget) {
        this.budget = budget;
        Arrays.fill(psns, -1);
    }

    /** Notes a packet; {@code t1} tells its transmissions apart where it has one, else 0. */
    void put(int psn, int t1, long timeNs) {
        int place = place(psn);
        while (!isFree(place, timeNs)) {
            if (!grow()) {
                return;
            }
            place = place(psn);
        }
        set(place, psn, t1, timeNs);
    }

    private int place(int psn) {
        return psn % psns.length;
    }

    private boolean isFree(int place, long timeNs) {
        return psns[place] < 0 || timeNs - times[place] > OLD_NS || timeNs < times[place];
    }

    private void set(int place, int psn, int t1, long timeNs) {
        psns[place] = psn;
        t1s[place] = t1;
        times[place] = timeNs;
    }

    /** Doubles the places; what had one of its own has one of its own then. */
    private boolean grow() {
        int size = psns.length;
        if (size == SIZE || !budget.take((long) size * BYTES)) {
            return false;
        }
        int[] oldPsns = psns;
        int[] oldT1s = t1s;
        long[] oldTimes = times;
        psns = new int[2 * size];
        t1s = new int[2 * size];
        times = new long[2 * size];
        Arrays.fill(psns, -1);
        for (int i = 0; i < size; i++) {
            if (oldPsns[i] >= 0) {
                set(place(oldPsns[i]), oldPsns[i], oldT1s[i], oldTimes[i]);
            }
        }
        return true;
    }

    boolean has(int psn, int t1) {
        int place = place(psn);
        return psns[place] == psn && t1s[place] == t1;
    }

    /** Returns the time since the packet and forgets it, or {@link #NONE}. */
    long take(int psn, int t1, long timeNs) {
        if (!has(psn, t1)) {
            return NONE;
        }
        int place = place(psn);
        psns[place] = -1;
        return timeNs >= times[place] ? timeNs - times[place] : NONE;
    }

    /** Frees the place of a packet of which nobody can say any more which one is answered. */
    void forget(int psn) {
        int place = place(psn);
        if (psns[place] == psn) {
            psns[place] = -1;
        }
    }

    /** Frees the places of everything up to a number that has been acknowledged. */
    void acknowledge(int psn) {
        for (int i = 0; i < psns.length; i++) {
            if (psns[i] >= 0 && Psn.diff(psns[i], psn) <= 0) {
                psns[i] = -1;
            }
        }
    }
}
