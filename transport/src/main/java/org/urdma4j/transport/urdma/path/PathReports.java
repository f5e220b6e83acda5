package org.urdma4j.transport.urdma.path;

import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.PathReportReader;
import org.urdma4j.codec.urdma.RangeSink;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.report.OutboundSpace;

/**
 * Takes what the peer reports of our paths: which packets are lost, since on one path packets
 * overtake each other little, and how fast each rail delivers.
 */
final class PathReports implements RangeSink {
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final long LEAST_RTT_NS = -2_000_000_000L;
    private static final long LONGEST_RTT_NS = 8_000_000_000L;

    private final QpContext qp;
    private final PathTable table;
    private final OutboundSpace requests;
    private final OutboundSpace answers;
    private final boolean resends;
    private final PathReportReader report = new PathReportReader();
    private Path path;
    private long cumulative;
    private long found;

    /**
     * @param resends whether what a path lost is sent again at once; where forward error correction
     *     may give it back, the reports on sequence numbers decide
     */
    PathReports(
            QpContext qp,
            PathTable table,
            OutboundSpace requests,
            OutboundSpace answers,
            boolean resends) {
        this.qp = qp;
        this.table = table;
        this.requests = requests;
        this.answers = answers;
        this.resends = resends;
    }

    /** Takes a report; returns whether it was of use. */
    boolean take(UrdmaPacket packet, long nowNs) {
        if (!report.wrap(packet.buffer(), packet.extendedOffset(), packet.extendedRest())) {
            qp.count(Counter.DROPPED_MALFORMED);
            return false;
        }
        qp.count(Counter.REPORTS_RCVD);
        boolean useful = false;
        while (report.next()) {
            path = table.path(report.path());
            if (path != null && path.sent() > 0) {
                useful |= takeBlock(nowNs);
            }
        }
        if (useful) {
            long slowest = table.slowestNs();
            requests.sack.overPaths(slowest);
            answers.sack.overPaths(slowest);
        }
        return useful;
    }

    private boolean takeBlock(long nowNs) {
        // The wire has the low 32 bits: what differs is what has been added.
        int news = report.received() - (int) path.received;
        int further = report.highest() - (int) path.highest;
        int later = report.cumulative() - (int) path.cumulative;
        long highest = path.highest + further;
        cumulative = path.cumulative + later;
        int age = Timestamp.of(nowNs) - report.newestT1();
        long ageNs = Timestamp.nanos(age);
        long rttNs = Timestamp.nanos(report.ts() + (Timestamp.of(nowNs) - report.t3()));
        boolean possible =
                highest <= path.runs.next()
                        && cumulative <= highest
                        && path.received + news <= path.sent()
                        && ageNs >= 0
                        && ageNs <= LONGEST_NS
                        && rttNs >= LEAST_RTT_NS
                        && rttNs <= LONGEST_RTT_NS;
        if (!possible || news < 0 || further < 0 || later < 0) {
            return false; // overtaken, or a stranger's: he has to guess three numbers and a time
        }
        long losses = path.missing;
        path.received += news;
        path.bytes = Math.max(path.bytes, report.bytes());
        path.missing += report.missing() - (int) path.missing;
        int marks = report.marked() - (int) path.marked;
        path.marked += Math.max(0, marks);
        path.highest = highest;
        long sentNs = ((nowNs >> Timestamp.SHIFT) - Integer.toUnsignedLong(age)) << Timestamp.SHIFT;
        path.newestSentNs = Math.max(path.newestSentNs, sentNs);
        report.forEach(this);
        path.cumulative = cumulative;
        path.runs.release(path.cumulative);
        if (news == 0) {
            return true;
        }
        path.progress(nowNs);
        boolean clean = path.missing <= losses && marks <= 0;
        path.rail.onOutcome(path, clean, nowNs);
        if (qp.flow() != null) {
            return true; // of a constant rate reports on sequence numbers measure the path
        }
        path.rail.measure(qp, report.ts(), report.newestT1(), rttNs, nowNs);
        return true;
    }

    @Override
    public void missing(int first, int count) {
        int behind = Psn.diff(first, (int) cumulative & Psn.MASK);
        long from = Math.max(cumulative + behind, path.cumulative);
        long to = Math.min(cumulative + behind + count, path.runs.next());
        found = 0;
        for (long run = path.runs.find(from); run >= 0 && run < path.runs.end(); run++) {
            if (path.runs.begin(run) >= to) {
                break;
            }
            lose(run, Math.max(from, path.runs.begin(run)), Math.min(to, path.runs.end(run)));
        }
        if (found > 0) {
            path.rail.lane.onBurst(found);
        }
    }

    private void lose(long run, long from, long to) {
        int space = path.runs.space(run);
        if (space == SentRuns.NEITHER || !resends) {
            return;
        }
        OutboundSpace outbound = space == SentRuns.ANSWERS ? answers : requests;
        for (long ppn = from; ppn < to; ppn++) {
            if (outbound.sack.lose(path.runs.psn(run, ppn), path.runs.sentNs(run))) {
                found++;
            }
        }
    }

    /** Returns whether all that was sent is acknowledged by reports on sequence numbers. */
    boolean isAllAcknowledged() {
        return requests.sack.outstanding() == 0 && answers.sack.outstanding() == 0;
    }

    /** What is unacknowledged of a path is to be sent again; returns how many packets that is. */
    long loseAll(Path failed) {
        path = failed;
        found = 0;
        for (long run = failed.runs.first(); run < failed.runs.end(); run++) {
            int space = failed.runs.space(run);
            OutboundSpace outbound = space == SentRuns.ANSWERS ? answers : requests;
            for (long ppn = failed.runs.begin(run); ppn < failed.runs.end(run); ppn++) {
                boolean numbered = space != SentRuns.NEITHER;
                if (numbered
                        && outbound.sack.lose(failed.runs.psn(run, ppn), failed.runs.sentNs(run))) {
                    found++;
                }
            }
        }
        failed.runs.releaseAll();
        failed.waitingNs = Path.NEVER;
        return found;
    }
}
