package org.urdma4j.transport.qp;

import org.urdma4j.retransmit.RetransmitTimer;
import org.urdma4j.verbs.KeepAlive;

/**
 * Whether the peer of a queue pair is still there ({@link KeepAlive}). Silence is counted in turns
 * of a quarter of an interval, each with a question, so that a path that loses some packets, or all
 * for a while, isn't taken for a dead peer. A turn that comes late counts as one, however late:
 * what was not listened for can't be missed. While the peer is heard, there is one turn for each
 * interval. Confined to the event loop.
 */
final class Liveness {
    /** What is to be done about silence. */
    enum Verdict {
        NOTHING,
        ASK,
        VANISHED
    }

    private static final int TURNS = 4;
    private static final long UNSET = RetransmitTimer.NEVER;

    private KeepAlive settings = KeepAlive.OFF;

    /** When the peer was heard last, or the watch began. */
    private long heardNs;

    /** What {@link #heardNs} was at the last turn. */
    private long knownNs;

    private long deadlineNs = UNSET;

    /** Turns since the first question that went without a sign. */
    private int silent;

    /** Takes the settings of a new connection, which is watched from {@link #deadlineNs} on. */
    void reset(KeepAlive keepAlive) {
        settings = keepAlive;
        deadlineNs = UNSET;
    }

    /** A valid packet of the peer came. */
    void onHeard(long nowNs) {
        heardNs = nowNs;
    }

    /**
     * Returns when the next turn is due.
     *
     * @param watched whether the connection is one that may be asked about
     * @param rttNs the round trip, 0 if it isn't known
     */
    long deadlineNs(boolean watched, long rttNs, long nowNs) {
        if (!watched || !settings.isOn()) {
            deadlineNs = UNSET;
        } else if (deadlineNs == UNSET) {
            heardNs = nowNs;
            listen(turnNs(rttNs));
        }
        return deadlineNs;
    }

    /** Returns whether a turn is due. */
    boolean isTurn(long nowNs) {
        return deadlineNs <= nowNs;
    }

    /** Returns what is to be done now. */
    Verdict onTimer(long rttNs, long nowNs) {
        if (!isTurn(nowNs)) {
            return Verdict.NOTHING;
        }
        long turnNs = turnNs(rttNs);
        if (heardNs != knownNs) {
            listen(turnNs);
            if (deadlineNs > nowNs) {
                return Verdict.NOTHING;
            }
        }
        if (silent == TURNS * (settings.missed() - 1)) {
            deadlineNs = UNSET;
            return Verdict.VANISHED;
        }
        silent++;
        boolean late = nowNs - deadlineNs > turnNs;
        deadlineNs = (late ? nowNs : deadlineNs) + turnNs;
        return Verdict.ASK;
    }

    private void listen(long turnNs) {
        silent = 0;
        knownNs = heardNs;
        deadlineNs = heardNs + TURNS * turnNs;
    }

    /** An answer must be able to come within the turn. */
    private long turnNs(long rttNs) {
        return Math.max(settings.interval().toNanos() / TURNS, 2 * rttNs);
    }
}
