package org.urdma4j.retransmit;

/** How often in a row something may be tried again before the queue pair gives up. */
public final class RetryBudget {
    /** The limit that never runs out. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private int limit;
    private int used;

    /** Sets the number of retries allowed without progress, or {@link #UNLIMITED}. */
    public void limit(int retries) {
        limit = retries;
        used = 0;
    }

    /** Takes one retry; returns false when none was left. */
    public boolean take() {
        if (limit == UNLIMITED) {
            return true;
        }
        if (used >= limit) {
            return false;
        }
        used++;
        return true;
    }

    /** Restores the budget: the peer made progress. */
    public void onProgress() {
        used = 0;
    }

    /** Returns how many retries were taken since the last progress. */
    public int used() {
        return used;
    }
}
