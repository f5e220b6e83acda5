package org.urdma4j.fec;

/** Repaired members that wait to be fetched: a queue that grows by doubling. */
final class Repaired {
    private long[] psns = new long[8];
    private Unit[] units = new Unit[8];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(long psn, Unit unit) {
        if (size == psns.length) {
            grow();
        }
        int tail = (head + size) & (psns.length - 1);
        psns[tail] = psn;
        units[tail] = unit;
        size++;
    }

    long psn() {
        return psns[head];
    }

    Unit unit() {
        return units[head];
    }

    void remove() {
        units[head] = null;
        head = (head + 1) & (psns.length - 1);
        size--;
    }

    private void grow() {
        long[] grownPsns = new long[2 * size];
        Unit[] grownUnits = new Unit[2 * size];
        for (int i = 0; i < size; i++) {
            grownPsns[i] = psns[(head + i) & (size - 1)];
            grownUnits[i] = units[(head + i) & (size - 1)];
        }
        psns = grownPsns;
        units = grownUnits;
        head = 0;
    }
}
