package org.urdma4j.copy.tree;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that may be taken for what others say, of all of them together. Any thread may use it. */
public final class MemoryBudget {
    private final AtomicLong left;

    /**
     * @param bytes how much there is, 0 or more
     */
    public MemoryBudget(long bytes) {
        left = new AtomicLong(bytes);
    }

    /** Returns one that is never used up. */
    public static MemoryBudget unlimited() {
        return new MemoryBudget(Long.MAX_VALUE / 2);
    }

    /** Takes some; returns false, and takes nothing, if there isn't as much. */
    public boolean tryTake(long bytes) {
        long now = left.get();
        while (now >= bytes) {
            if (left.compareAndSet(now, now - bytes)) {
                return true;
            }
            now = left.get();
        }
        return false;
    }

    /** Gives back what was taken. */
    public void give(long bytes) {
        left.addAndGet(bytes);
    }
}
