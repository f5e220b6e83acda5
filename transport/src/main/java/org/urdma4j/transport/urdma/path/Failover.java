package org.urdma4j.transport.urdma.path;

import org.urdma4j.transport.qp.QpContext;

/**
 * What happens to a path that falls silent while others go on: what was sent over it goes again
 * elsewhere, and it is challenged until it answers. Where all are silent nothing is to be gained:
 * timers and the retry time decide, as with one path.
 */
final class Failover {
    private static final long LEAST_PATIENCE_NS = 10_000_000L;
    private static final long UNKNOWN_RTT_NS = 1_000_000_000L;
    private static final long LEAST_ASK_NS = 100_000_000L;
    private static final long FIRST_REST_NS = 500_000_000L;
    private static final long LONGEST_REST_NS = 10_000_000_000L;

    /** So often a dead path is asked for before it is asked for more rarely. */
    private static final int SOON_AGAIN = 40;

    private static final long IDLE_NS = 5_000_000_000L;
    private static final int MOST_DOUBLINGS = 6;
    private static final int ALIVE_AFTER = 2;

    private final QpContext qp;
    private final PathTable table;
    private final PathReports reports;
    private final SendPaths sending;
    private final long reportNs;

    /**
     * @param reportNs at the latest after which the peer reports what has come
     */
    Failover(QpContext qp, PathTable table, PathReports reports, SendPaths sending, long reportNs) {
        this.qp = qp;
        this.table = table;
        this.reports = reports;
        this.sending = sending;
        this.reportNs = reportNs;
    }

    /** Returns after how long without news of what is under way a path is doubted. */
    private long patienceNs(Path path, long nowNs) {
        long rttNs = path.rail.roundTripNs();
        long knownNs = rttNs > 0 ? rttNs : UNKNOWN_RTT_NS;
        long base = Math.max(knownNs + knownNs / 2, LEAST_PATIENCE_NS);
        return base + 2 * reportNs + 2 * qp.schedulingDelay.ns(nowNs);
    }

    /** Returns when {@link #onTimer} is to be called. */
    long deadlineNs(long nowNs) {
        long deadline = Path.NEVER;
        for (int i = 0; i < table.paths.size(); i++) {
            Path path = table.paths.get(i);
            deadline = Math.min(deadline, path.challenge.dueNs());
            if (isWatched(path)) {
                deadline = Math.min(deadline, checkNs(path, nowNs));
            }
        }
        return deadline;
    }

    /** The only path there is has no other to go to: timers see to what is not acknowledged. */
    private boolean isWatched(Path path) {
        return path.state == PathState.ACTIVE
                && path.waitingNs != Path.NEVER
                && (table.paths.size() > 1 || reports.isAllAcknowledged());
    }

    private long checkNs(Path path, long nowNs) {
        if (path.doubtedNs == Path.NEVER) {
            return path.waitingNs + patienceNs(path, nowNs);
        }
        long answerNs = Math.max(slowestNs() * 5 / 4, LEAST_PATIENCE_NS);
        return path.doubtedNs + answerNs + 2 * qp.schedulingDelay.ns(nowNs);
    }

    /** Returns the longest round trip there is, after which all have answered that will. */
    private long slowestNs() {
        long ns = table.slowestNs();
        return ns > 0 ? ns : UNKNOWN_RTT_NS;
    }

    /** Looks after paths that are silent. */
    void onTimer(long nowNs) {
        for (int i = 0; i < table.paths.size(); i++) {
            Path path = table.paths.get(i);
            boolean silent = isWatched(path) && nowNs - checkNs(path, nowNs) >= 0;
            if (silent && othersGoOn(path)) {
                suspect(path, nowNs);
            } else if (silent && reports.isAllAcknowledged()) {
                settle(path);
            } else if (silent) {
                doubt(path, nowNs);
            }
        }
    }

    /**
     * Returns whether another path brings data through; or, where none has any to bring, whether
     * another answers challenges and this one doesn't.
     */
    private boolean othersGoOn(Path silent) {
        boolean mute = silent.doubtedNs != Path.NEVER && silent.aliveNs - silent.doubtedNs < 0;
        for (int i = 0; i < table.paths.size(); i++) {
            Path path = table.paths.get(i);
            if (path == silent || path.state != PathState.ACTIVE) {
                continue;
            }
            if (path.progressNs - silent.waitingNs > 0
                    || (mute && path.aliveNs - silent.doubtedNs >= 0)) {
                return true;
            }
        }
        return false;
    }

    private void suspect(Path path, long nowNs) {
        path.state = PathState.SUSPECT;
        path.doubtedNs = Path.NEVER;
        path.onTrial = true;
        path.rail.failovers++;
        path.rail.resentElsewhere += reports.loseAll(path);
        path.challenge.cancel();
        path.challenge.askAt(nowNs);
        if (path.rail.isActive()) {
            path.rail.settle();
        } else {
            path.rail.control().onTimeout(nowNs);
        }
        sending.shareCap();
    }

    /** All has arrived, and the last report on the path was lost: nobody repeats it. */
    private void settle(Path path) {
        reports.loseAll(path);
        path.doubtedNs = Path.NEVER;
        path.rail.control().onAllArrived();
    }

    /** Nothing is heard of the peer: each path that has ever worked is asked. */
    void askAll(long nowNs) {
        for (int i = 0; i < table.paths.size(); i++) {
            Path path = table.paths.get(i);
            if (path.state != PathState.PROBING) {
                path.challenge.askAt(nowNs);
            }
        }
    }

    /** All are silent: whoever answers first shows that the others have failed, or none has. */
    private void doubt(Path silent, long nowNs) {
        silent.doubtedNs = nowNs;
        for (int i = 0; i < table.paths.size(); i++) {
            Path path = table.paths.get(i);
            if (path.state == PathState.ACTIVE) {
                path.challenge.askAt(nowNs);
            }
        }
    }

    /** Returns when the next challenge follows one that leaves now. */
    long nextAskNs(Path path, long nowNs) {
        if (nowNs - table.trafficNs > IDLE_NS) {
            table.asleep = true;
            return Path.NEVER;
        }
        long rttNs = path.rail.roundTripNs();
        return switch (path.state) {
            case ACTIVE -> nowNs + Math.max(LEAST_ASK_NS, 2 * rttNs);
            case PROBING -> {
                long ns = LEAST_ASK_NS << Math.min(path.challenge.unanswered(), MOST_DOUBLINGS);
                yield nowNs + Math.max(ns, 2 * rttNs);
            }
            case SUSPECT -> nowNs + Math.max(LEAST_PATIENCE_NS, rttNs + rttNs / 4);
            case DEAD -> {
                int shift = Math.clamp(path.challenge.unanswered() - SOON_AGAIN, 0, 5);
                yield nowNs + Math.min(FIRST_REST_NS << shift, LONGEST_REST_NS);
            }
        };
    }

    /** A challenge left and none before it was answered. */
    void onAsked(Path path) {
        if (path.state == PathState.SUSPECT && path.challenge.isInVain()) {
            path.state = PathState.DEAD;
        }
    }

    /** The peer has answered a challenge. */
    void onAnswered(Path path, long nowNs) {
        path.aliveNs = nowNs;
        switch (path.state) {
            case PROBING, SUSPECT -> revive(path, nowNs);
            case DEAD -> {
                if (path.challenge.answered() >= ALIVE_AFTER) {
                    revive(path, nowNs);
                } else {
                    path.challenge.askAt(nowNs);
                }
            }
            case ACTIVE -> {
                // what is under way on it shows more than an answer
            }
        }
    }

    private void revive(Path path, long nowNs) {
        path.state = PathState.ACTIVE;
        path.progressNs = nowNs;
        path.waitingNs = Path.NEVER;
        path.rail.settle();
        sending.shareCap();
        for (int i = 0; i < table.paths.size(); i++) {
            Path each = table.paths.get(i);
            if (each.state == PathState.ACTIVE && each.rail.roundTripNs() == 0) {
                each.challenge.askAt(nowNs); // to know which is the shortest
            }
        }
    }
}
