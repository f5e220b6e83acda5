package org.urdma4j.transport.urdma.path;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.UrdmaPaths;

import java.util.List;

/** All that a queue pair has because both ends agreed on several paths. */
public final class Paths {
    /** Each so many reports one goes another way than the best, in case that has just failed. */
    private static final int REPORTS_ELSEWHERE = 3;

    /** Reports are in close order that follow each other within this part of a round trip. */
    private static final int CLOSE = 8;

    private static final long LEAST_PATIENCE_NS = 10_000_000L;
    private static final int REQUESTS = 0;
    private static final int ANSWERS = 1;

    private final QpContext qp;
    private final SendBudget lanes;
    private final PathTable table;
    private final SendPaths sending;
    private final PathReports reports;
    private final Failover failover;
    private final PeerAddresses peers;
    private final PathExchange exchange;
    private final InboundPaths inbound;
    private final OutboundSpace requests;
    private final OutboundSpace answers;
    private Rail second;
    private Rail chosen;
    private Rail turn;
    private Rail used;
    private final Questions questions;
    private final ReportCopies copies;
    private int reportsSent;
    private long reportNs = Path.LONG_AGO;
    private long repeated;
    private long repeatedBefore;

    /**
     * Creates it.
     *
     * @param lanes makes lanes, and is told which to use
     * @param resends whether what a path lost is sent again before the reports on sequence numbers
     *     say so
     */
    public Paths(
            QpContext qp,
            Agreement agreement,
            SendBudget lanes,
            OutboundSpace requests,
            OutboundSpace answers,
            PeerClock clock,
            Backlog backlog,
            boolean resends) {
        this.qp = qp;
        this.lanes = lanes;
        this.requests = requests;
        this.answers = answers;
        // What leaves in slots leaves in those of one path.
        UrdmaPaths settings = qp.flow() == null ? agreement.tuning().paths() : UrdmaPaths.OFF;
        table =
                new PathTable(
                        qp.pathFinder,
                        settings.enabled() ? settings.entropies() : 1,
                        agreement.own().responsePsn());
        questions = new Questions(table);
        copies = new ReportCopies(table);
        sending = new SendPaths(table, settings, backlog);
        reports = new PathReports(qp, table, requests, answers, resends);
        long reportNs = agreement.sackConfig(1).reportIntervalNs();
        failover = new Failover(qp, table, reports, sending, reportNs);
        peers = new PeerAddresses(qp, settings, table, lanes);
        int full = agreement.fullPacket();
        exchange = new PathExchange(qp, table, peers, failover, clock, settings, full);
        inbound =
                new InboundPaths(
                        qp,
                        agreement.sackConfig(qp.config.maxInFlightPackets()),
                        agreement.peer().responsePsn(),
                        full - Bth.LENGTH - TransmitBatch.ICRC_LENGTH);
    }

    /** Begins with the path of the address vector. */
    public void start() {
        table.clear();
        peers.clear();
        exchange.start();
        inbound.start();
        List<Gid> own = qp.pathFinder.own();
        int index = qp.localGidIndex;
        Gid local = index < own.size() ? own.get(index) : Gid.ZERO;
        Gid remote = qp.remoteGid == null ? Gid.ZERO : qp.remoteGid;
        table.begin(new Rail(local, remote, lanes.lane()), qp.route, index);
        sending.start();
        second = null;
        chosen = null;
        turn = null;
        used = null;
        questions.start();
        copies.start();
        repeated = 0;
        repeatedBefore = 0;
        lanes.chooseBy(sending);
        requests.sack.overPaths(0);
        answers.sack.overPaths(0);
    }

    /** Returns what writes path words. */
    public SendPaths sending() {
        return sending;
    }

    /** Returns whether a packet comes from an address that the peer has announced. */
    public boolean isFrom(Object source) {
        return peers.isFrom(source);
    }

    /** Returns whether a packet's path word may be the peer's; nothing is changed. */
    public boolean expects(UrdmaPacket packet) {
        return inbound.expects(packet);
    }

    /**
     * A data or repair packet of the peer's came.
     *
     * @param sentNs its T1, unwrapped
     */
    public void onPacket(ReceivedPacket packet, long sentNs, boolean marked, long nowNs) {
        inbound.onPacket(packet.urdma(), sentNs, marked, nowNs);
        exchange.onBytes(packet.length());
        table.onTraffic(nowNs);
        exchange.onHeard(nowNs);
        questions.onHeard();
        Rail rail = table.rails.size() > 1 ? table.railOf(packet) : null;
        if (rail != null) {
            rail.heardNs = nowNs;
        }
    }

    /** A report on sequence numbers came. */
    public void onHeard() {
        questions.onHeard();
    }

    /**
     * The peer has asked for reports: they go by the way of the question as well, on which it is
     * heard, whatever has become of the one that is best.
     *
     * @param answersToo whether for one on its answers, not on its requests alone
     */
    public void onReportAsked(ReceivedPacket packet, boolean answersToo) {
        Rail rail = table.rails.size() > 1 ? table.railOf(packet) : null;
        if (rail != null && rail.hasWorked()) {
            copies.onAsked(REQUESTS, rail);
            if (answersToo) {
                copies.onAsked(ANSWERS, rail);
            }
        }
    }

    /** The next report on requests says what nobody repeats: it goes another way as well. */
    public void onNews() {
        copies.onNews(REQUESTS);
    }

    /**
     * A question to the peer is about to leave: it takes its turn of the rails if nothing was heard
     * since the one before, and all rails are asked then.
     */
    public void turnQuestion(long nowNs) {
        if (table.rails.size() == 1) {
            return;
        }
        if (questions.repeats()) {
            failover.askAll(nowNs);
        }
        Rail best = chosen == null ? table.rails.getFirst() : chosen;
        qp.outward(questions.next(best).route());
    }

    /** A round trip of a packet that came on a path of the peer's. */
    public void roundTrip(int path, long ns) {
        inbound.roundTrip(path, ns);
    }

    /** Returns by how much packets of the peer's may overtake each other on their ways. */
    public long skewNs() {
        return inbound.skewNs();
    }

    /** Takes a report on our paths; returns whether it was of use. */
    public boolean onReport(UrdmaPacket packet, long nowNs) {
        exchange.onHeard(nowNs);
        exchange.onBytes(packet.length());
        return reports.take(packet, nowNs);
    }

    /** Takes the peer's addresses. */
    public void onList(UrdmaPacket packet, long nowNs) {
        exchange.onList(packet, nowNs);
    }

    /** Takes a challenge or the answer to one. */
    public void onProbe(ReceivedPacket packet, int kind, long nowNs) {
        exchange.onProbe(packet, kind, nowNs);
    }

    /** Does what is due. */
    public void onTimer(long nowNs) {
        failover.onTimer(nowNs);
    }

    /** Returns when {@link #onTimer} or {@link #poll} is to be called. */
    public long deadlineNs(long nowNs) {
        long control = Math.min(exchange.deadlineNs(), inbound.nextReportNs());
        return Math.min(control, failover.deadlineNs(nowNs));
    }

    /** Adds a report, a list, a challenge or an answer to an empty batch, if one is due. */
    public boolean poll(TransmitBatch batch, long nowNs) {
        if (inbound.nextReportNs() > nowNs) {
            return exchange.poll(batch, nowNs);
        }
        reportsSent++;
        if (second != null && reportsSent % REPORTS_ELSEWHERE == 0) {
            qp.outward(second.route());
        }
        inbound.report(batch, nowNs);
        return true;
    }

    /**
     * Returns the way that what isn't data takes now: of the rails that work and have been heard of
     * lately the one with the shortest round trip. What goes that way may be lost without our
     * knowing; so of the reports on paths each third takes another, and when the peer repeats
     * itself the next takes another and the one before is asked whether it still is one.
     *
     * @param duplicates how many packets have come twice
     */
    public Route controlRoute(long duplicates, long nowNs) {
        List<Rail> rails = table.rails;
        if (rails.size() == 1) {
            return table.paths.getFirst().route;
        }
        Rail best = null;
        second = null;
        for (int i = 0; i < rails.size(); i++) {
            Rail rail = rails.get(i);
            if (!rail.isActive()) {
                continue;
            }
            if (best == null || isBetter(rail, best, nowNs)) {
                second = best;
                best = rail;
            } else if (second == null || rail.heardNs > second.heardNs) {
                second = rail;
            }
        }
        if (best == null) {
            return sending.route();
        }
        repeated = duplicates;
        boolean inVain = duplicates > repeatedBefore && best == used;
        chosen = second != null && inVain ? second : best;
        return chosen.route();
    }

    /**
     * A report on sequence numbers has gone: of those in close order each third goes twice, and one
     * that was asked for or says what nobody repeats.
     */
    public void onReportSent(boolean answers, long nowNs) {
        turnFrom(nowNs);
        boolean close = second != null && nowNs - reportNs < second.roundTripNs() / CLOSE;
        reportNs = nowNs;
        copies.onSent(answers ? ANSWERS : REQUESTS, used, second, close);
    }

    /** If it went another way than the last, since that was in vain, the last is asked for. */
    private void turnFrom(long nowNs) {
        Rail before = used;
        boolean inVain = repeated > repeatedBefore && chosen != before;
        used = chosen;
        repeatedBefore = repeated;
        if (!inVain || before == null) {
            return;
        }
        for (Path path : before.paths) {
            if (path.state == PathState.ACTIVE && !path.challenge.isOpen()) {
                path.challenge.askAt(nowNs);
            }
        }
    }

    /**
     * Returns whether a report on sequence numbers is to go another way as well, which is where
     * packets go now if so: should the best have failed, acknowledgements still get through.
     */
    public boolean turnsElsewhere(boolean answers) {
        Rail rail = copies.take(answers ? ANSWERS : REQUESTS);
        if (rail == null) {
            return false;
        }
        qp.outward(rail.route());
        return true;
    }

    /**
     * A refusal or a message on grants that nothing is heard of is about to leave again: the way of
     * the one before may have failed.
     *
     * @param elsewhere whether the way that is best won't do
     */
    public void turnRepeated(boolean elsewhere) {
        if (table.rails.size() == 1) {
            return;
        }
        Rail next = table.workedAfter(turn == null ? chosen : turn, elsewhere ? chosen : turn);
        if (next != null) {
            turn = next;
            qp.outward(next.route());
        }
    }

    private static boolean isBetter(Rail one, Rail other, long nowNs) {
        if (one.isMute(nowNs) != other.isMute(nowNs)) {
            return other.isMute(nowNs);
        }
        long patienceNs = Math.max(LEAST_PATIENCE_NS, 2 * other.roundTripNs());
        if (one.heardNs - other.heardNs > patienceNs || other.heardNs - one.heardNs > patienceNs) {
            return one.heardNs > other.heardNs;
        }
        return rank(one) < rank(other);
    }

    private static long rank(Rail rail) {
        long rttNs = rail.roundTripNs();
        return rttNs > 0 ? rttNs : Long.MAX_VALUE;
    }

    /** Returns what is known of each rail. */
    public List<RailStatistics> statistics() {
        return table.rails.stream().map(Rail::statistics).toList();
    }
}
