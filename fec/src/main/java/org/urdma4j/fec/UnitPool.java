package org.urdma4j.fec;

import java.util.Arrays;

/** Units for accumulating in, and the budget of bytes that they and all else share. */
final class UnitPool {
    private final int unitBytes;
    private long unusedBytes;
    private Unit[] free = new Unit[16];
    private int size;

    UnitPool(int unitBytes, long maxBytes) {
        this.unitBytes = unitBytes;
        unusedBytes = maxBytes;
    }

    /** Takes bytes out of the budget for good, from idle units if need be; false if it can't. */
    boolean reserve(long bytes) {
        while (bytes > unusedBytes && size > 0) {
            free[--size] = null;
            unusedBytes += unitBytes;
        }
        if (bytes > unusedBytes) {
            return false;
        }
        unusedBytes -= bytes;
        return true;
    }

    /** Returns a unit of zeros, or null when the budget is spent. */
    Unit take() {
        if (size > 0) {
            Unit unit = free[--size];
            unit.clear();
            return unit;
        }
        return reserve(unitBytes) ? new Unit(unitBytes) : null;
    }

    void give(Unit unit) {
        if (size == free.length) {
            free = Arrays.copyOf(free, 2 * size);
        }
        free[size++] = unit;
    }
}
