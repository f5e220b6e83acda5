package org.urdma4j.gateway.depot;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.FlowKey;
import org.urdma4j.gateway.flow.Holes;

/**
 * What a Depot knows of a flow.
 *
 * @param <P> handles of packets
 */
final class DepotFlow<P> extends Flow<DepotFlow<P>, P> {
    /** Where a flow stands. */
    enum State {
        /** Nothing has come, or it is not known how many numbers a packet took. */
        NEW,
        /** Packets are put in order. */
        ORDERED,
        /** Everything is handed on as it comes, until an acknowledgement names the newest. */
        PLAIN,
        /** The connection has failed: everything is handed on as it comes. */
        CLOSED
    }

    private static final int STATUSES_A_ROUND_TRIP = 4;

    State state = State.NEW;

    /** The next number to hand on; the paper's ePSN. */
    long next;

    /** One beyond the highest accepted or announced; the paper's ePSN_D. */
    long end;

    /** What the receiver has acknowledged, or {@link #UNKNOWN}. */
    long acked = UNKNOWN;

    /** The first number that was seen. */
    private long first;

    /** Whether the connection manager has said so, and nothing has come yet. */
    boolean promised;

    /** Between next and end. */
    final Holes holes = new Holes();

    /** Packets of it that are filed. */
    int filed;

    /** None of those has a lower number. */
    long filedFrom;

    /** Whether a packet of it had a right ICRC, and how many before that had a wrong one. */
    boolean intact;

    int wrong;

    /** Number of the newest MARK, 0 before the first. */
    int mark;

    /** When a hole last got smaller, or the first one opened. */
    long progressNs;

    long statusAtNs = NEVER;

    /** The receiver wants {@link #next} again, later. */
    boolean waitsForReceiver;

    /** A dropped packet was reported; not again until next moves. */
    boolean reportedNoRoom;

    /** Number of a packet that asked for an acknowledgement and has none, or UNKNOWN. */
    long asked = UNKNOWN;

    /** Number of the newest packet that asked. */
    long newestAsked = UNKNOWN;

    long askedNs;
    int askedAgain;
    long askAtNs = NEVER;
    long localRttNs;

    /** Until when what was released keeps the receiver busy. */
    long releaseFreeNs = Long.MIN_VALUE;

    long releaseAtNs = NEVER;

    DepotFlow(FlowKey key) {
        super(key);
    }

    /** Puts a flow in order whose first packet has this number. */
    void startAt(int psn) {
        first = begin(psn);
        next = first;
        end = first;
        filedFrom = first;
        state = State.ORDERED;
    }

    /** Forgets all but who it is between. Its packets are to be dropped before. */
    void forget() {
        state = State.NEW;
        first = 0;
        next = 0;
        end = 0;
        acked = UNKNOWN;
        mark = 0;
        waitsForReceiver = false;
        promised = false;
        settle();
    }

    /** Ends whatever it waits for. */
    void settle() {
        holes.clear();
        statusAtNs = NEVER;
        releaseAtNs = NEVER;
        reportedNoRoom = false;
        stopAsking();
    }

    void stopAsking() {
        asked = UNKNOWN;
        newestAsked = UNKNOWN;
        askedAgain = 0;
        askAtNs = NEVER;
    }

    /** The next STATUS about an open hole is due a part of a round trip after this. */
    void nextStatusAfter(long nowNs, long longRttNs) {
        statusAtNs = nowNs + longRttNs / STATUSES_A_ROUND_TRIP;
    }

    /** Returns whether packets of it are held and dropped. */
    boolean isOrdered() {
        return state == State.ORDERED && mark != 0;
    }

    @Override
    protected long oldest() {
        return acked == UNKNOWN ? first : acked;
    }

    @Override
    protected long highest() {
        return end;
    }

    /** Returns when something is to happen to it. */
    long dueNs() {
        return Math.min(statusAtNs, Math.min(askAtNs, releaseAtNs));
    }
}
