package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Psn;

import java.util.Arrays;

/**
 * When some of the packets under way were seen, for the round trip. A place is free again when the
 * packet is answered, or old.
 */
final class SentSamples {
    /** There was no such packet. */
    static final long NONE = -1;

    private static final int SIZE = 256;
    private static final long OLD_NS = 2_000_000_000;

    private final int[] psns = new int[SIZE];
    private final int[] t1s = new int[SIZE];
    private final long[] times = new long[SIZE];

    SentSamples() {
        Arrays.fill(psns, -1);
    }

    /** Notes a packet; {@code t1} tells its transmissions apart where it has one, else 0. */
    void put(int psn, int t1, long timeNs) {
        int place = psn % SIZE;
        if (psns[place] < 0 || timeNs - times[place] > OLD_NS || timeNs < times[place]) {
            psns[place] = psn;
            t1s[place] = t1;
            times[place] = timeNs;
        }
    }

    boolean has(int psn, int t1) {
        int place = psn % SIZE;
        return psns[place] == psn && t1s[place] == t1;
    }

    /** Returns the time since the packet and forgets it, or {@link #NONE}. */
    long take(int psn, int t1, long timeNs) {
        if (!has(psn, t1)) {
            return NONE;
        }
        int place = psn % SIZE;
        psns[place] = -1;
        return timeNs >= times[place] ? timeNs - times[place] : NONE;
    }

    /** Frees the place of a packet of which nobody can say any more which one is answered. */
    void forget(int psn) {
        int place = psn % SIZE;
        if (psns[place] == psn) {
            psns[place] = -1;
        }
    }

    /** Frees the places of everything up to a number that has been acknowledged. */
    void acknowledge(int psn) {
        for (int i = 0; i < SIZE; i++) {
            if (psns[i] >= 0 && Psn.diff(psns[i], psn) <= 0) {
                psns[i] = -1;
            }
        }
    }
}
