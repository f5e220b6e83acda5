package org.urdma4j.transport.urdma.path;

import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.congestion.CongestionControl;
import org.urdma4j.congestion.Feedback;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.transport.urdma.report.PathControl;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Gid;

import java.util.ArrayList;
import java.util.List;

/**
 * A pair of addresses: its paths share one congestion control, since most of their way is the same
 * and each with its own would take as many shares.
 */
final class Rail {
    private static final long LEAST_PATIENCE_NS = 10_000_000L;

    final Gid local;
    final Gid remote;
    final PathControl lane;
    final List<Path> paths = new ArrayList<>();
    private final Feedback feedback = new Feedback();
    private final EntropyCache entropies = new EntropyCache();

    /** Why it carries nothing, null if it may. */
    String refused;

    /** When a packet of the peer last came this way. */
    long heardNs = Path.LONG_AGO;

    /** Smoothed as reports show it, 0 before the first. */
    long rttNs;

    /** When the peer last challenged it. */
    private long challengedNs = Path.LONG_AGO;

    long containers;

    /** Which turn it had last, of all that rails have had. */
    long turn;

    /** What it was sent, where what is long ago counts for little. */
    double recentBytes;

    long sentBytes;
    long resentElsewhere;
    long failovers;

    /** Whether the peer has answered from there, or the connection was made by it. */
    boolean validated;

    Rail(Gid local, Gid remote, PathControl lane) {
        this.local = local;
        this.remote = remote;
        this.lane = lane;
    }

    boolean isBetween(Gid own, Gid peer) {
        return own.equals(local) && peer.equals(remote);
    }

    CongestionControl control() {
        return lane.control;
    }

    /** Returns the path that the next container takes, null if there is none. */
    Path next(long nowNs) {
        return paths.size() == 1 && paths.getFirst().isUsable()
                ? paths.getFirst()
                : entropies.next(paths, nowNs);
    }

    /** Returns the way that what isn't data takes. */
    Route route() {
        Path active = active();
        return (active == null ? paths.getFirst() : active).route;
    }

    /** Returns the first of its paths that carries containers, null for none. */
    private Path active() {
        for (int i = 0; i < paths.size(); i++) {
            Path path = paths.get(i);
            if (path.state == PathState.ACTIVE) {
                return path;
            }
        }
        return null;
    }

    /** What was reported of a path of it: its source port goes on being used, or rests. */
    void onOutcome(Path path, boolean clean, long nowNs) {
        if (paths.size() > 1) {
            entropies.onOutcome(path, clean, nowNs + rttNs);
        }
    }

    /** Returns whether one of its paths carries containers. */
    boolean isActive() {
        return active() != null;
    }

    /**
     * Where none of its paths waits for news, no report will come that opens a full window: what
     * counts as in flight was lost with a path, or told of by a report that was overtaken.
     */
    void settle() {
        if (control().inFlightBytes() > 0 && !isWaiting()) {
            control().onAllArrived();
        }
    }

    private boolean isWaiting() {
        for (int i = 0; i < paths.size(); i++) {
            Path path = paths.get(i);
            if (path.state == PathState.ACTIVE && path.waitingNs != Path.NEVER) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the peer has ever answered on it. */
    boolean hasWorked() {
        for (int i = 0; i < paths.size(); i++) {
            if (paths.get(i).state != PathState.PROBING) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a report has told within two round trips that packets arrive. */
    boolean isProgressing(long nowNs) {
        for (int i = 0; i < paths.size(); i++) {
            Path path = paths.get(i);
            if (nowNs - path.progressNs < Math.max(LEAST_PATIENCE_NS, 2 * roundTripNs())) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether challenges on it are not answered. */
    boolean isMute(long nowNs) {
        Path active = active();
        if (active == null) {
            return true;
        }
        long sinceNs = active.challenge.openSinceNs();
        return sinceNs != Path.NEVER
                && nowNs - sinceNs > Math.max(LEAST_PATIENCE_NS, 2 * roundTripNs());
    }

    /**
     * The peer challenges it. If it does so again, and nothing has shown since that what goes this
     * way arrives, the answers may not: so it is asked.
     */
    void onChallenged(long nowNs) {
        for (int i = 0; i < paths.size(); i++) {
            Path path = paths.get(i);
            if (path.state == PathState.ACTIVE
                    && path.signNs() - challengedNs < 0
                    && !path.challenge.isOpen()) {
                path.challenge.askAt(nowNs);
            }
        }
        challengedNs = nowNs;
    }

    /** Returns whether it seems to have failed, this way at least: not only to be slow. */
    boolean isLost() {
        Path active = active();
        return active == null
                ? hasWorked() || paths.getFirst().challenge.isInVain()
                : active.challenge.isInVain();
    }

    /** Returns the round trip, by reports or, before there are any, by challenges; 0: unknown. */
    long roundTripNs() {
        if (rttNs > 0) {
            return rttNs;
        }
        long least = 0;
        for (int i = 0; i < paths.size(); i++) {
            Path path = paths.get(i);
            long ns = path.challenge.rttNs();
            least = ns > 0 && (least == 0 || ns < least) ? ns : least;
        }
        return least;
    }

    /**
     * Tells congestion control what its paths have reported.
     *
     * @param ts delay of the newest packet, in the peer's clock less ours
     * @param t1 when that packet left
     * @param roundTripNs of that packet
     */
    void measure(QpContext qp, int ts, int t1, long roundTripNs, long nowNs) {
        long elapsedNs = nowNs - feedback.nowNs;
        rttNs = rttNs == 0 ? roundTripNs : rttNs + (roundTripNs - rttNs) / 8;
        feedback.nowNs = nowNs;
        feedback.rttNs = Math.max(0, roundTripNs);
        feedback.forwardDelayNs = Timestamp.unwrap(feedback.forwardDelayNs, ts);
        feedback.receiverNs = Timestamp.unwrap(feedback.receiverNs + elapsedNs, t1 + ts);
        feedback.hostNoiseNs = qp.schedulingDelay.ns(nowNs);
        feedback.hostBufferBytes = qp.config.maxInFlightBytes();
        long received = 0;
        long bytes = 0;
        long missing = 0;
        long marked = 0;
        long newestNs = Long.MIN_VALUE;
        for (int i = 0; i < paths.size(); i++) {
            Path path = paths.get(i);
            received += path.received;
            bytes += path.bytes;
            missing += path.missing;
            marked += path.marked;
            newestNs = Math.max(newestNs, path.newestSentNs);
        }
        lane.onPackets(received - feedback.receivedPackets, missing - feedback.missingPackets);
        feedback.sentNs = newestNs;
        feedback.receivedPackets = received;
        feedback.receivedBytes = qp.wireBytes(received, bytes);
        feedback.missingPackets = missing;
        feedback.markedPackets = marked;
        lane.control.onReport(feedback);
    }

    /** Returns what is known of it. */
    RailStatistics statistics() {
        List<Integer> ports = new ArrayList<>();
        long bytes = 0;
        PathState best = PathState.DEAD;
        for (int i = 0; i < paths.size(); i++) {
            Path path = paths.get(i);
            int port = path.route.sourcePort();
            if (port != 0) {
                ports.add(port);
            }
            bytes += path.bytes;
            best = better(best, path.state);
        }
        return new RailStatistics(
                local.toString(),
                remote.toString(),
                ports,
                refused != null ? refused : best.text,
                control().rttNs() > 0 ? control().rttNs() : roundTripNs(),
                control().minRttNs() > 0 ? control().minRttNs() : roundTripNs(),
                lane.loss().share(),
                bytes,
                containers,
                resentElsewhere,
                failovers);
    }

    private static PathState better(PathState one, PathState other) {
        if (one == PathState.ACTIVE || other == PathState.ACTIVE) {
            return PathState.ACTIVE;
        }
        if (one == PathState.SUSPECT || other == PathState.SUSPECT) {
            return PathState.SUSPECT;
        }
        boolean probing = one == PathState.PROBING || other == PathState.PROBING;
        return probing ? PathState.PROBING : PathState.DEAD;
    }
}
