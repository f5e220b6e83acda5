package org.urdma4j.congestion.rival;

/**
 * Whether somebody else fills the queue: one's own window stays what it is after a decrease, and
 * the queue grows all the same. Flows that all wait so see none grow.
 */
final class GrowthTest {
    /** Those who have just begun, and overflowed the queue once, are through by then. */
    static final int CAREFUL_ROUNDS = 12;

    /** After a decrease the queue is shortest by then. */
    static final int USUAL_ROUNDS = 4;

    private static final int CONFIRMING = 2;

    private boolean running;
    private int left;
    private long leastNs;
    private int grown;
    private long endNs;

    void begin(int roundsToSettle, long until) {
        running = true;
        left = roundsToSettle;
        leastNs = Long.MAX_VALUE;
        grown = 0;
        endNs = until;
    }

    /** A round trip ends; returns whether the queue grows by others. */
    boolean endRound(long queueNs, long thresholdNs) {
        leastNs = Math.min(leastNs, queueNs);
        if (left > 0) {
            left--;
            if (left == 0) {
                leastNs = queueNs;
            }
            return false;
        }
        grown = queueNs > leastNs + thresholdNs ? grown + 1 : 0;
        if (grown >= CONFIRMING) {
            running = false;
            return true;
        }
        return false;
    }

    void stop() {
        running = false;
    }

    boolean running() {
        return running;
    }

    boolean settling() {
        return running && left > 0;
    }

    /** Returns whether it has run its time and nobody was found. */
    boolean failed(long nowNs) {
        return running && left == 0 && nowNs - endNs >= 0;
    }
}
