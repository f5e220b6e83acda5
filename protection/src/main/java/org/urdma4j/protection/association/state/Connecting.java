package org.urdma4j.protection.association.state;

import java.util.random.RandomGenerator;

/** How long a client waits before it connects again. */
final class Connecting {
    /** Another connection of the same two devices is about to be there, or to fail within 10 s. */
    private static final long ASK_AGAIN_NS = 250_000_000;

    private static final int MOST_ASKED_AGAIN = 60;

    private final Timing timing;
    private final RandomGenerator random;
    private long waitNs;
    private int askedAgain;

    Connecting(Timing timing, RandomGenerator random) {
        this.timing = timing;
        this.random = random;
    }

    void succeeded() {
        waitNs = 0;
    }

    /** At once, then after 1, 2, 4 s and so on, each up to a quarter less. */
    long nextWaitNs() {
        long wait = waitNs;
        waitNs = Math.min(timing.mostRetryNs(), wait == 0 ? timing.firstRetryNs() : 2 * wait);
        return wait - (wait == 0 ? 0 : random.nextLong(wait / 4 + 1));
    }

    boolean mayAskAgain() {
        return askedAgain < MOST_ASKED_AGAIN;
    }

    long askAgainNs() {
        askedAgain++;
        return ASK_AGAIN_NS;
    }
}
