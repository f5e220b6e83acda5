package org.urdma4j.transport.urdma.path;

import org.urdma4j.transport.wire.Route;

/** One path: a rail and a source port, what was sent over it, and how it is. */
final class Path {
    static final long NEVER = Long.MAX_VALUE;

    /** Before anything that has happened. */
    static final long LONG_AGO = Long.MIN_VALUE / 2;

    final int id;
    final Rail rail;
    final Route route;
    final SentRuns runs = new SentRuns();
    final Challenge challenge = new Challenge();
    private final long firstPpn;
    PathState state;

    /** Up to here it is known of each packet whether it arrived. */
    long cumulative;

    /** One more than the highest packet that the peer has seen. */
    long highest;

    long received;
    long bytes;
    long missing;
    long marked;

    /** When the newest packet left that is known to have arrived. */
    long newestSentNs = Long.MIN_VALUE;

    /** When a report last told of a packet that had not been known to have arrived. */
    long progressNs = LONG_AGO;

    /** Since when something is under way of which nothing was heard, {@link #NEVER} if nothing. */
    long waitingNs = NEVER;

    /** When it was last asked whether it is still there, since something is under way. */
    long doubtedNs = NEVER;

    /** When a challenge was last answered on it. */
    long aliveNs = LONG_AGO;

    /** Set when it has failed and nothing has arrived on it since: it is tried with little. */
    boolean onTrial;

    /** Until then other source ports of the rail are preferred. */
    long restsUntilNs = LONG_AGO;

    /**
     * @param firstPpn number of its first packet
     */
    Path(int id, Rail rail, Route route, PathState state, int firstPpn) {
        this.id = id;
        this.rail = rail;
        this.route = route;
        this.state = state;
        this.firstPpn = firstPpn;
        runs.start(firstPpn);
        cumulative = firstPpn;
        highest = firstPpn;
    }

    /** Returns how many packets were sent over it. */
    long sent() {
        return runs.next() - firstPpn;
    }

    /** Returns whether containers may go over it. */
    boolean isUsable() {
        return state == PathState.ACTIVE && !(onTrial && waitingNs != NEVER);
    }

    /** Returns when it last showed, by data or an answer, that the peer is at its other end. */
    long signNs() {
        return Math.max(progressNs, aliveNs);
    }

    /** A packet leaves. */
    void sent(int space, long psn, long nowNs) {
        runs.add(space, psn, nowNs);
        if (waitingNs == NEVER) {
            waitingNs = nowNs;
        }
    }

    /** The peer has told of packets that had not been known to have arrived. */
    void progress(long nowNs) {
        progressNs = nowNs;
        onTrial = false;
        doubtedNs = NEVER;
        waitingNs = highest < runs.next() ? nowNs : NEVER;
        if (state == PathState.SUSPECT) {
            state = PathState.ACTIVE;
            challenge.cancel();
        }
    }
}
