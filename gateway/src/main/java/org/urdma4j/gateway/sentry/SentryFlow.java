package org.urdma4j.gateway.sentry;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.FlowKey;
import org.urdma4j.gateway.flow.Holes;

/**
 * What a Sentry knows of a flow.
 *
 * @param <P> handles of packets
 */
final class SentryFlow<P> extends Flow<SentryFlow<P>, P> {
    /** What the host is sending again. */
    enum Run {
        /** Nothing. */
        NONE,
        /** What a NACK of ours asked for, and more. */
        FILTER,
        /** What it thinks is due. */
        ALL
    }

    /** Whether its first number is known, and whether a packet has come. */
    boolean started;

    boolean announced;
    boolean closed;

    /** The next number that was never seen; the paper's ePSN_s. */
    long high;

    private long first;

    /** What the receiver has acknowledged, or {@link #UNKNOWN}. */
    long acked = UNKNOWN;

    Run run = Run.NONE;

    /** The next number of the run. */
    long runNext;

    boolean nextRunIsAll;

    /** Numbers that were skipped, lost before they came here; none of them is noted. */
    long gapFirst;

    long gapEnd;

    /** Packets of it that are noted, those of them that are missing without a copy. */
    int noted;

    int missing;

    /** None of what is noted has a lower number. */
    long notedFrom;

    /** Below this all is confirmed but the holes. */
    long confirmedTo;

    final Holes holes = new Holes();

    /** Whether a Depot has answered, and its number. */
    boolean statusSeen;

    int depot;

    boolean wantsNack;
    boolean nackOutstanding;
    long nackPsn;
    long nackSentNs;
    long nackUntilNs = NEVER;

    /** NACKs since acked moved. */
    int nacks;

    int msn;
    int answerFlags;
    long localRttNs;

    /** Number of the newest MARK, and of the newest that was answered. */
    int mark;

    int answered;
    long markedHigh;
    long markSentNs;
    int markRepeats;
    long lastSentNs;

    SentryFlow(FlowKey key) {
        super(key);
    }

    void startAt(int psn) {
        started = true;
        first = begin(psn);
        high = first;
        notedFrom = first;
        confirmedTo = first;
        gapFirst = first;
        gapEnd = first;
    }

    /** Forgets all but who it is between. What is noted of it is to be dropped before. */
    void forget() {
        started = false;
        announced = false;
        closed = false;
        first = 0;
        high = 0;
        acked = UNKNOWN;
        run = Run.NONE;
        nextRunIsAll = false;
        holes.clear();
        wantsNack = false;
        nackOutstanding = false;
        nackUntilNs = NEVER;
        nacks = 0;
    }

    /** Returns whether a number is below what the newest STATUS told of, and in no hole. */
    boolean isConfirmed(long psn) {
        return psn < confirmedTo && !holes.contains(psn);
    }

    /** Returns whether everything that was sent has arrived. */
    boolean isAllConfirmed() {
        return acked >= high || (confirmedTo >= high && holes.isEmpty());
    }

    @Override
    protected long oldest() {
        return acked == UNKNOWN ? first : acked;
    }

    @Override
    protected long highest() {
        return high;
    }
}
