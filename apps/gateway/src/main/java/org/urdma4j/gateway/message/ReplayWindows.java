package org.urdma4j.gateway.message;

import java.util.Arrays;

/**
 * Which counters have come of the newest boot ids. A counter counts once, and not any more when it
 * is far behind the newest.
 */
final class ReplayWindows {
    /** Boot ids that are known at a time; the oldest goes. */
    private static final int BOOTS = 64;

    /** How far behind the newest a message may come. */
    private static final int WINDOW = 1 << 12;

    private final int[] bootIds = new int[BOOTS];
    private final int[] newest = new int[BOOTS];
    private final long[][] seen = new long[BOOTS][];
    private int known;
    private int oldest;

    /** Takes a counter, and returns whether it is new. */
    boolean accept(int bootId, int counter) {
        int boot = find(bootId);
        if (boot < 0) {
            boot = open(bootId, counter);
        }
        int ahead = counter - newest[boot];
        if (ahead <= -WINDOW) {
            return false;
        }
        if (ahead > 0) {
            forgetBetween(seen[boot], newest[boot], ahead);
            newest[boot] = counter;
        }
        int bit = counter & (WINDOW - 1);
        long mask = 1L << bit;
        boolean isNew = (seen[boot][bit / Long.SIZE] & mask) == 0;
        seen[boot][bit / Long.SIZE] |= mask;
        return isNew;
    }

    private int find(int bootId) {
        for (int i = 0; i < known; i++) {
            if (bootIds[i] == bootId) {
                return i;
            }
        }
        return -1;
    }

    private int open(int bootId, int counter) {
        int boot = known < BOOTS ? known++ : oldest++ % BOOTS;
        oldest %= BOOTS;
        bootIds[boot] = bootId;
        newest[boot] = counter;
        seen[boot] = new long[WINDOW / Long.SIZE];
        return boot;
    }

    private static void forgetBetween(long[] seen, int newest, int ahead) {
        if (ahead >= WINDOW) {
            Arrays.fill(seen, 0);
            return;
        }
        for (int i = 1; i <= ahead; i++) {
            int bit = (newest + i) & (WINDOW - 1);
            seen[bit / Long.SIZE] &= ~(1L << bit);
        }
    }
}
