package org.urdma4j.retransmit.sack;

/**
 * Which packets arrived, between the first that has not and the highest that has. A packet in order
 * touches no map.
 */
final class ArrivalWindow {
    /** Null until a packet comes out of order: before, nothing is between the two. */
    private ArrivalMap map;

    private long cumulative;
    private long highest;

    /** Starts anew: {@code first} is expected. */
    void start(long first) {
        if (map != null) {
            map.clear(cumulative, highest);
        }
        cumulative = first;
        highest = first;
    }

    ArrivalMap map() {
        if (map == null) {
            map = new ArrivalMap();
        }
        return map;
    }

    /** Returns the first packet that has neither arrived nor been given up. */
    long cumulative() {
        return cumulative;
    }

    /** Returns one more than the highest packet that arrived. */
    long highest() {
        return highest;
    }

    boolean has(long psn) {
        return psn < highest && (psn < cumulative || map.get(psn));
    }

    /** A packet arrived that {@link #has} did not know. */
    void enter(long psn) {
        if (psn >= highest) {
            if (psn > cumulative) {
                map().reserve(cumulative, highest, psn + 1);
            }
            highest = psn + 1;
        }
        if (map == null) {
            cumulative = highest;
        } else if (psn == cumulative) {
            cumulative = map.nextMissing(psn + 1, highest);
            map.clear(psn + 1, cumulative);
            map.onReleased(psn, cumulative, highest);
        } else {
            map.set(psn);
        }
    }

    /** What has not arrived of {@code [from, to)} is waited for no more. */
    void giveUp(long from, long to) {
        if (map != null) {
            map.set(Math.max(from, cumulative), Math.min(to, highest));
            advance();
        }
    }

    /** Nothing before {@code least} is waited for any more. */
    void skipTo(long least) {
        if (least > highest) {
            start(least);
        } else if (least > cumulative) {
            giveUp(cumulative, least);
        }
    }

    void trim() {
        if (map != null) {
            map.trim(cumulative, highest);
        }
    }

    private void advance() {
        long from = cumulative;
        cumulative = map.nextMissing(from, highest);
        map.clear(from, cumulative);
        map.onReleased(from, cumulative, highest);
    }
}
