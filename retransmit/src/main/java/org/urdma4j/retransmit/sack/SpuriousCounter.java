package org.urdma4j.retransmit.sack;

/**
 * Counts retransmissions that were not needed, from the receiver's count of duplicates. Each probe
 * may make one duplicate that proves nothing, and the network may make some by itself: there are
 * never more spurious retransmissions than retransmissions.
 */
final class SpuriousCounter {
    private long duplicates;
    private long total;
    private long resent;
    private long probes;
    private boolean sweeping;
    private boolean passed;
    private long sweptNs;

    void start() {
        duplicates = 0;
        total = 0;
        resent = 0;
        probes = 0;
        sweeping = false;
    }

    void onResent() {
        resent++;
    }

    void onProbe() {
        probes++;
    }

    /**
     * A timeout, or a retransmission for no other reason: duplicates say nothing of reordering
     * until the report after the one that shows something newer than this.
     */
    void onTimeout(long nowNs) {
        sweeping = true;
        passed = false;
        sweptNs = nowNs;
    }

    void onReport(long newestSentNs) {
        sweeping &= !passed;
        passed = newestSentNs - sweptNs > 0;
    }

    long total() {
        return total;
    }

    /** Takes the receiver's total; returns whether it speaks of reordering. */
    boolean onDuplicates(long newTotal) {
        long more = newTotal - duplicates;
        if (more <= 0) {
            return false;
        }
        duplicates = newTotal;
        long byProbes = Math.min(more, probes);
        probes -= byProbes;
        long counted = Math.min(more - byProbes, resent - total);
        total += counted;
        return counted > 0 && !sweeping;
    }
}
