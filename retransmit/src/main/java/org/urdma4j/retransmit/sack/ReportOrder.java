package org.urdma4j.retransmit.sack;

/** Tells new reports from old ones and from those that can't be. */
final class ReportOrder {
    /** As the newest T1: the receiver has seen no packet. */
    static final long NOTHING = Long.MIN_VALUE;

    /** More reports than can be lost in a row, at whatever rate, before a sender gives up. */
    private static final int MOST_AHEAD = 1 << 26;

    private boolean any;
    private boolean heard;
    private boolean accepted;
    private boolean advanced;
    private int number;
    private long highest;
    private long newestSentNs;

    void start() {
        any = false;
        heard = false;
        accepted = false;
    }

    /**
     * Returns whether a report is possible and not older than the newest. A later one never has an
     * older T1; one whose number is far ahead is a stranger's.
     */
    boolean onReport(boolean possible, int reportNumber, long seen, long sentNs) {
        int ahead = reportNumber - (any ? number : 0);
        accepted = possible && ahead >= 0 && ahead <= MOST_AHEAD && !isOlder(sentNs);
        if (!accepted) {
            return false;
        }
        advanced = sentNs != NOTHING && (!heard || SentRing.floor(sentNs) - newestSentNs > 0);
        if (advanced) {
            heard = true;
            newestSentNs = SentRing.floor(sentNs);
        }
        any = true;
        number = reportNumber;
        highest = seen;
        return true;
    }

    private boolean isOlder(long sentNs) {
        return heard && (sentNs == NOTHING || SentRing.floor(sentNs) - newestSentNs < 0);
    }

    /** Returns whether the last report was accepted. */
    boolean accepted() {
        return accepted;
    }

    /** Returns whether it shows that something sent later than before has arrived. */
    boolean advanced() {
        return advanced;
    }

    /** Returns whether the receiver has seen any packet. */
    boolean heard() {
        return heard;
    }

    /** Returns one more than the highest packet that the receiver saw. */
    long highest() {
        return highest;
    }

    /** Returns the newest T1 that the receiver saw, a whole number of ticks; of no use before. */
    long newestSentNs() {
        return newestSentNs;
    }
}
