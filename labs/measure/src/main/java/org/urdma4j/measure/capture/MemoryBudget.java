package org.urdma4j.measure.capture;

/**
 * The memory that all flows together may take beyond what each has from its beginning, in bytes: so
 * that few flows may remember much, and many flows can't fill the heap.
 */
final class MemoryBudget {
    private long left;

    MemoryBudget(long bytes) {
        left = bytes;
    }

    /** Takes some if there is as much. */
    boolean take(long bytes) {
        if (bytes > left) {
            return false;
        }
        left -= bytes;
        return true;
    }
}
