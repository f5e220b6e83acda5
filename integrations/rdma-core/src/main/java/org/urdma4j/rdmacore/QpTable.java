package org.urdma4j.rdmacore;

import java.util.function.ToIntFunction;

/**
 * The queue pairs of a completion queue by their numbers. Looked up without a lock, and without
 * allocating anything, by whoever polls; changed under the context's lock, by a copy.
 *
 * @param <T> the queue pairs
 */
final class QpTable<T> {
    private static final int FEWEST = 8;

    private final ToIntFunction<T> number;

    /** Open addressing, at most half full. */
    private volatile Object[] places = new Object[FEWEST];

    private int count;

    /** Makes an empty one. */
    QpTable(ToIntFunction<T> number) {
        this.number = number;
    }

    @SuppressWarnings("unchecked") // nothing else is put there
    private T at(Object[] all, int place) {
        return (T) all[place];
    }

    /** Returns the queue pair of a number, or null. */
    T get(int qpNum) {
        Object[] now = places;
        int place = qpNum & now.length - 1;
        T found = at(now, place);
        while (found != null && number.applyAsInt(found) != qpNum) {
            place = place + 1 & now.length - 1;
            found = at(now, place);
        }
        return found;
    }

    void add(T qp) {
        count++;
        rebuild(qp, null);
    }

    /** Removes one that was added. */
    void remove(T qp) {
        count--;
        rebuild(null, qp);
    }

    private void rebuild(T added, T removed) {
        Object[] from = places;
        Object[] to = new Object[Math.max(FEWEST, Integer.highestOneBit(count) << 2)];
        for (int i = 0; i < from.length; i++) {
            T each = at(from, i);
            if (each != null && !each.equals(removed)) {
                put(to, each);
            }
        }
        if (added != null) {
            put(to, added);
        }
        places = to;
    }

    private void put(Object[] to, T qp) {
        int place = number.applyAsInt(qp) & to.length - 1;
        while (to[place] != null) {
            place = place + 1 & to.length - 1;
        }
        to[place] = qp;
    }
}
