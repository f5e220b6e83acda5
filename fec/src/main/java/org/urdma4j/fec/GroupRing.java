package org.urdma4j.fec;

import java.util.Arrays;

/**
 * The groups that are being decoded, in the order of their first PSNs: a ring that grows by
 * doubling up to a limit, and so evicts its oldest cheaply.
 */
final class GroupRing {
    private final int limit;
    private Group[] ring = new Group[8];
    private int head;
    private int size;

    /** Groups not in use, to be reused. */
    private Group[] spare = new Group[8];

    private int spares;

    GroupRing(int limit) {
        this.limit = limit;
    }

    int size() {
        return size;
    }

    boolean full() {
        return size == limit;
    }

    Group get(int position) {
        return ring[(head + position) & (ring.length - 1)];
    }

    /** Returns the group that begins at a PSN, or null. */
    Group find(long firstPsn) {
        int position = position(firstPsn);
        return position < size && get(position).firstPsn() == firstPsn ? get(position) : null;
    }

    /** Adds a group; there is room and none that begins at the same PSN. */
    Group add(long firstPsn, int scheme, int r) {
        Group group = spares > 0 ? spare[--spares] : new Group();
        group.open(firstPsn, scheme, r);
        if (size == ring.length) {
            grow();
        }
        int position = position(firstPsn);
        for (int i = size; i > position; i--) {
            set(i, get(i - 1));
        }
        set(position, group);
        size++;
        return group;
    }

    /** Removes the oldest group and gives back its units. */
    void removeOldest(UnitPool pool) {
        Group group = get(0);
        set(0, null);
        head = (head + 1) & (ring.length - 1);
        size--;
        group.release(pool);
        if (spares == spare.length) {
            spare = Arrays.copyOf(spare, 2 * spares);
        }
        spare[spares++] = group;
    }

    /** Returns where a group that begins at a PSN is, or would be. */
    private int position(long firstPsn) {
        // Almost always the newest group is meant, or one newer still.
        if (size == 0 || get(size - 1).firstPsn() < firstPsn) {
            return size;
        }
        int low = 0;
        int high = size - 1;
        if (get(high).firstPsn() == firstPsn) {
            return high;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (get(middle).firstPsn() < firstPsn) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void set(int position, Group group) {
        ring[(head + position) & (ring.length - 1)] = group;
    }

    private void grow() {
        Group[] grown = new Group[2 * ring.length];
        for (int i = 0; i < size; i++) {
            grown[i] = get(i);
        }
        ring = grown;
        head = 0;
    }
}
