package org.urdma4j.transport.fairqueue;

/**
 * What a crowd has in flight. Who lost everything learns of it late, by a timeout, and would keep
 * the others from sending meanwhile: what isn't heard of for some round trips counts no more.
 */
final class InFlight {
    private int generation;
    private long sinceNs;
    private long current;
    private long previous;

    long bytes() {
        return current + previous;
    }

    /**
     * What left before this and the last call that returned true counts no more.
     *
     * @param spanNs the least time between two such
     */
    boolean turnOver(long spanNs, long nowNs) {
        if (nowNs - sinceNs < spanNs) {
            return false;
        }
        sinceNs = nowNs;
        previous = current;
        current = 0;
        generation++;
        return true;
    }

    void onSent(SfqEntry entry, long cost) {
        set(entry, 0);
        entry.generation = generation;
        current += entry.cost + cost;
        entry.cost += cost;
    }

    void onLeft(SfqEntry entry, long cost) {
        set(entry, cost);
        entry.cost = cost;
    }

    /** Counts {@code cost} in place of what a turn has. */
    private void set(SfqEntry entry, long cost) {
        int age = generation - entry.generation;
        if (age == 0) {
            current += cost - entry.cost;
        } else if (age == 1) {
            previous += cost - entry.cost;
        }
    }
}
