package org.urdma4j.congestion;

/**
 * Tells a path that has become much longer from a queue. A path does so from one packet to the
 * next, which a queue would need a multiple of its rate for. If the round trip has jumped, two
 * rounds in a row whose shortest round trips are near twice the smallest known and agree with each
 * other raise the question; then half of what is in flight is let go. After that packets meet at
 * most half of the queue that there was, but a path is as long as before.
 */
final class LengthTest {
    private static final double LONGER = 1.8;
    private static final double SPREAD = 0.05;

    /** A round trip that falls by less than this share did not fall. */
    private static final double FALL = 0.1;

    /**
     * A queue grows by this much of the time in which it is sent to only at four times its rate.
     */
    private static final int JUMP = 3;

    private static final int LEAST_SAMPLES = 3;

    /** Rounds until the question is raised again after the answer was a queue. */
    private static final int PAUSE_ROUNDS = 16;

    private long newestRttNs;
    private long newestSentNs;
    private boolean jumped;
    private long suspectNs;
    private long rateBefore;
    private int pause;
    private boolean running;
    private boolean halved;
    private long rttNs;
    private long window;
    private long halvedNs;
    private int samples;
    private long shortestNs;
    private long forwardNs;

    /**
     * A round ends.
     *
     * @param shortest its shortest round trip, 0 without any
     * @param minRttNs the smallest known
     * @param rate the estimate before this round had any effect on it
     */
    void onRound(RateSample s, long shortest, long minRttNs, long rate) {
        pause -= pause > 0 ? 1 : 0;
        if (running || s.appLimited || pause > 0) {
            return;
        }
        if ((double) shortest < LONGER * (double) minRttNs) {
            suspectNs = 0;
            rateBefore = rate;
            jumped &= newestRttNs > shortest + minRttNs / 2;
        } else if (!jumped) {
            suspectNs = 0;
        } else if (suspectNs == 0 || Math.abs(shortest - suspectNs) > SPREAD * (double) suspectNs) {
            suspectNs = shortest;
        } else {
            running = true;
            halved = false;
            rttNs = Math.min(shortest, suspectNs);
            window = s.inFlightBytes / 2;
            samples = 0;
            shortestNs = Long.MAX_VALUE;
        }
    }

    /**
     * Takes a report.
     *
     * @return whether it shows that the path is longer than the smallest round trip known
     */
    boolean onSample(RateSample s, long minRttNs) {
        if (s.rttNs > 0) {
            long longerNs = s.rttNs - newestRttNs;
            jumped |=
                    newestRttNs > 0
                            && longerNs > minRttNs / 2
                            && longerNs > JUMP * (s.sentNs - newestSentNs);
            newestRttNs = s.rttNs;
            newestSentNs = s.sentNs;
        }
        if (!running) {
            return false;
        }
        if (!halved) {
            halved = s.inFlightBytes <= window;
            halvedNs = s.nowNs;
            return false;
        }
        if (s.rttNs <= 0 || s.sentNs - halvedNs < 0) {
            return false;
        }
        if ((double) s.rttNs < (1 - FALL) * (double) rttNs) {
            cancel();
            pause = PAUSE_ROUNDS;
            return false;
        }
        if (s.rttNs < shortestNs) {
            shortestNs = s.rttNs;
            forwardNs = s.forwardDelayNs;
        }
        if (++samples < LEAST_SAMPLES) {
            return false;
        }
        cancel();
        return true;
    }

    void cancel() {
        running = false;
        jumped = false;
        suspectNs = 0;
    }

    boolean running() {
        return running;
    }

    /** Returns how many bytes may be in flight while it runs. */
    long window() {
        return window;
    }

    /** Returns the round trip of the longer path. */
    long shortestNs() {
        return shortestNs;
    }

    /** Returns the forward delay of that round trip. */
    long forwardNs() {
        return forwardNs;
    }

    /** Returns the estimate of the last round that was as long as before. */
    long rateBefore() {
        return rateBefore;
    }
}
