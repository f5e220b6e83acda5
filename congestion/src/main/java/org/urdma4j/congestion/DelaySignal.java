package org.urdma4j.congestion;

/**
 * The round trip of the empty path, and how much longer a packet took than that: the queue. Forward
 * delay and round trip must agree, so neither a queue on the way back (only in the round trip) nor
 * clocks that drift apart (only in the forward delay) pass for a queue on the way there.
 *
 * <p>The smallest values fall at once. They rise only by {@link #endProbe}, since only a probe
 * shows the difference between a longer path and a standing queue: when the sender halves its rate
 * a queue shrinks and a path does not.
 */
final class DelaySignal {
    private static final long NONE = Long.MAX_VALUE;

    /** This much longer, and for this many cycles, looks like another path. */
    private static final double LONGER = 1.25;

    /** The shortest of such cycles agree this well on another path, and not on a shared queue. */
    private static final double LONG_SPREAD = 0.03;

    private static final int LONG_CYCLES = 3;

    /** As many rounds in a row that agree although the sender slowed down say it sooner. */
    private static final int LONG_ROUNDS = 3;

    /** A fall in the probe by more than this share of the round trip was a queue. */
    private static final double QUEUE_FALL = 0.05;

    /** Round trips of an empty path differ by less than this part of the smallest. */
    private static final long EVEN = 50;

    private long minRttNs;
    private long minForwardNs;
    private boolean forwardKnown;
    private long queueNs;
    private long backNs;
    private long lowestFallNs;
    private long probeRttNs;
    private long probeForwardNs;
    private long probeLongestNs;

    /** Whether it was the round trips that called for the probe. */
    private boolean suspected;

    private boolean probing;
    private long beforeProbeRttNs;

    /** The smallest since the last probe, in this probing cycle, and in a row of long cycles. */
    private long periodRttNs = NONE;

    private long cycleRttNs = NONE;
    private long longCyclesRttNs = NONE;
    private int longCycles;
    private long roundRttNs = NONE;
    private long longRoundsRttNs = NONE;
    private int longRounds;

    void onSample(RateSample s) {
        if (s.rttNs > 0 && (minRttNs == 0 || s.rttNs < minRttNs)) {
            // A fall by more than jitter: this is when a standing queue was last away.
            if (s.rttNs < minRttNs - minRttNs / 50) {
                lowestFallNs = s.nowNs;
            }
            minRttNs = s.rttNs;
        }
        if (s.rttNs > 0) {
            periodRttNs = Math.min(periodRttNs, s.rttNs);
            cycleRttNs = Math.min(cycleRttNs, s.rttNs);
            roundRttNs = Math.min(roundRttNs, s.rttNs);
        }
        if (!forwardKnown || s.forwardDelayNs - minForwardNs < 0) {
            minForwardNs = s.forwardDelayNs;
            forwardKnown = true;
        }
        if (probing) {
            probeLongestNs = Math.max(probeLongestNs, s.rttNs);
        }
        if (probing && s.rttNs > 0 && (probeRttNs == 0 || s.rttNs < probeRttNs)) {
            probeRttNs = s.rttNs;
            probeForwardNs = s.forwardDelayNs;
        }
        long forwardQueueNs = s.forwardDelayNs - minForwardNs;
        if (s.rttNs > 0) {
            queueNs = Math.min(forwardQueueNs, s.rttNs - minRttNs);
            backNs = s.rttNs - minRttNs - queueNs;
        } else {
            queueNs = forwardQueueNs;
        }
    }

    void endCycle() {
        boolean isLong = cycleRttNs != NONE && (double) cycleRttNs > LONGER * (double) minRttNs;
        boolean agrees =
                longCycles == 0
                        || Math.abs(cycleRttNs - longCyclesRttNs)
                                < LONG_SPREAD * (double) longCyclesRttNs;
        if (isLong && agrees) {
            longCycles++;
            longCyclesRttNs = Math.min(longCyclesRttNs, cycleRttNs);
        } else {
            longCycles = 0;
            longCyclesRttNs = NONE;
        }
        cycleRttNs = NONE;
    }

    /**
     * A round ends.
     *
     * @param slow whether the sender held back far more in it than a queue of its own would have
     *     stood
     */
    void endRound(boolean slow) {
        long rttNs = roundRttNs;
        roundRttNs = NONE;
        if (!slow || rttNs == NONE) {
            return;
        }
        boolean isLong = (double) rttNs > LONGER * (double) minRttNs;
        boolean agrees =
                longRounds == 0
                        || Math.abs(rttNs - longRoundsRttNs)
                                < LONG_SPREAD * (double) longRoundsRttNs;
        if (isLong && agrees) {
            longRounds++;
            longRoundsRttNs = Math.min(longRoundsRttNs, rttNs);
        } else {
            longRounds = 0;
            longRoundsRttNs = NONE;
        }
    }

    /** Returns whether no round trip of the last cycles came near the smallest known. */
    boolean pathLooksLonger() {
        return longCycles >= LONG_CYCLES || longRounds >= LONG_ROUNDS;
    }

    /** The sender begins to halve its rate; the round trip before that is now known. */
    void announceProbe() {
        beforeProbeRttNs = cycleRttNs;
        suspected = pathLooksLonger();
        if (longRounds >= LONG_ROUNDS) {
            periodRttNs = longRoundsRttNs;
            beforeProbeRttNs = longRoundsRttNs;
        } else if (pathLooksLonger()) {
            periodRttNs = longCyclesRttNs;
        }
        longRounds = 0;
        longRoundsRttNs = NONE;
        longCycles = 0;
        longCyclesRttNs = NONE;
    }

    /** From here on packets meet the emptiest queue that the sender can bring about. */
    void beginProbe() {
        probing = true;
        probeRttNs = 0;
        probeLongestNs = 0;
    }

    /**
     * Takes the smallest since the last probe for the path's, unless a queue was in it.
     *
     * @param empty whether the queue can have been empty for all that else is known
     */
    void endProbe(boolean empty) {
        if (empty && probing && probeRttNs > 0) {
            long fallNs = beforeProbeRttNs == NONE ? 0 : beforeProbeRttNs - probeRttNs;
            // A queue that others keep varies; an empty path doesn't.
            boolean even = suspected || probeLongestNs - probeRttNs < minRttNs / EVEN;
            if (even && fallNs <= QUEUE_FALL * (double) minRttNs && periodRttNs > minRttNs) {
                minRttNs = Math.min(periodRttNs, probeRttNs);
                minForwardNs = probeForwardNs;
            }
        }
        probing = false;
        periodRttNs = NONE;
    }

    /** The path is known to be longer than it was: what was smallest before is history. */
    void lengthen(long rttNs, long forwardDelayNs) {
        minRttNs = rttNs;
        minForwardNs = forwardDelayNs;
        queueNs = 0;
        backNs = 0;
        longRounds = 0;
        longRoundsRttNs = NONE;
        longCycles = 0;
        longCyclesRttNs = NONE;
        periodRttNs = NONE;
        cycleRttNs = NONE;
    }

    /** Returns the round trip of the empty path, 0 while unknown. */
    long minRttNs() {
        return minRttNs;
    }

    /** Returns the shortest round trip of the round that goes on, 0 without any. */
    long roundRttNs() {
        return roundRttNs == NONE ? 0 : roundRttNs;
    }

    /** Returns the queueing delay of the newest sample. */
    long queueNs() {
        return queueNs;
    }

    /** Returns how long what the newest sample tells of has waited on the way back. */
    long backNs() {
        return backNs;
    }

    /** Returns when the smallest round trip last fell noticeably. */
    long lowestFallNs() {
        return lowestFallNs;
    }
}
