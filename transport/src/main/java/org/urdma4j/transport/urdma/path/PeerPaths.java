package org.urdma4j.transport.urdma.path;

import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;

import java.util.List;

/**
 * The ways to the peer of one queue pair: {@link Paths} where both ends have agreed on several,
 * otherwise the one of the address vector, of which there is nothing to say. Confined to the event
 * loop of the shard.
 */
public final class PeerPaths {
    private final QpContext qp;
    private final Paths paths;

    /**
     * @param paths null for one way
     */
    public PeerPaths(QpContext qp, Paths paths) {
        this.qp = qp;
        this.paths = paths;
    }

    /** Returns what writes path words, null where packets have none. */
    public SendPaths words() {
        return paths == null ? null : paths.sending();
    }

    /** Begins with the way of the address vector. */
    public void start() {
        if (paths != null) {
            paths.start();
        }
    }

    /** Returns whether a packet comes from another address of the peer's than the route's. */
    public boolean isFrom(Object source) {
        return paths != null && paths.isFrom(source);
    }

    /** Returns whether a packet's path word may be the peer's; nothing is changed. Of several. */
    public boolean expects(UrdmaPacket packet) {
        return paths.expects(packet);
    }

    /**
     * A data or repair packet of the peer's came over one of several paths.
     *
     * @param sentNs its T1, unwrapped
     */
    public void onPacket(ReceivedPacket packet, long sentNs, boolean marked, long nowNs) {
        paths.onPacket(packet, sentNs, marked, nowNs);
    }

    /** Returns by how much packets over several paths may overtake each other. */
    public long skewNs() {
        return paths.skewNs();
    }

    /** A round trip of a packet that came, on whichever of several paths of the peer's. */
    public void roundTrip(UrdmaPacket packet, long ns) {
        paths.roundTrip(packet.path(), ns);
    }

    /** Takes a report on our paths; returns whether it was of use. */
    public boolean onReport(UrdmaPacket packet, long nowNs) {
        return paths != null && paths.onReport(packet, nowNs);
    }

    /** Takes the peer's addresses. */
    public void onList(UrdmaPacket packet, long nowNs) {
        if (paths != null) {
            paths.onList(packet, nowNs);
        }
    }

    /** Takes a challenge or the answer to one. */
    public void onProbe(ReceivedPacket packet, int kind, long nowNs) {
        if (paths != null) {
            paths.onProbe(packet, kind, nowNs);
        }
    }

    /** Does what is due. */
    public void onTimer(long nowNs) {
        if (paths != null) {
            paths.onTimer(nowNs);
        }
    }

    /** Returns when {@link #onTimer} or {@link #poll} is to be called. */
    public long deadlineNs(long nowNs) {
        return paths == null ? Path.NEVER : paths.deadlineNs(nowNs);
    }

    /**
     * Turns what isn't data to the best of several ways now, see {@link Paths#controlRoute}.
     *
     * @param duplicates how many packets have come twice
     */
    public void turnControl(long duplicates, long nowNs) {
        qp.outward(paths.controlRoute(duplicates, nowNs));
    }

    /** Adds a report, a list, a challenge or an answer to an empty batch, if one is due. */
    public void poll(TransmitBatch batch, long nowNs) {
        if (paths != null) {
            paths.poll(batch, nowNs);
        }
    }

    /** A report on answers or requests has gone, by one of several ways. */
    public void onReportSent(boolean answers, long nowNs) {
        paths.onReportSent(answers, nowNs);
    }

    /** Returns whether such a report is to go another of several ways as well. */
    public boolean turnsElsewhere(boolean answers) {
        return paths.turnsElsewhere(answers);
    }

    /** A report on sequence numbers came. */
    public void onHeard() {
        if (paths != null) {
            paths.onHeard();
        }
    }

    /**
     * The peer has asked for reports.
     *
     * @param answersToo whether for one on its answers, not on its requests alone
     */
    public void onReportAsked(ReceivedPacket packet, boolean answersToo) {
        if (paths != null) {
            paths.onReportAsked(packet, answersToo);
        }
    }

    /** The next report on requests has news that the peer waits for. */
    public void onNews() {
        if (paths != null) {
            paths.onNews();
        }
    }

    /** A question to the peer is about to leave, see {@link Paths#turnQuestion}. */
    public void turnQuestion(long nowNs) {
        if (paths != null) {
            paths.turnQuestion(nowNs);
        }
    }

    /** What nothing is heard of is about to leave again: it takes its turn of the ways. */
    public void turnRepeated() {
        if (paths != null) {
            paths.turnRepeated(false);
        }
    }

    /** What has just left by the best of several ways is about to leave by another. */
    public void turnCopy() {
        paths.turnRepeated(true);
    }

    /** Returns what is known of each of several, none if it is one. */
    public List<RailStatistics> statistics() {
        return paths == null ? List.of() : paths.statistics();
    }
}
