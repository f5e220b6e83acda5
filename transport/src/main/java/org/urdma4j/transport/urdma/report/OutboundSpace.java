package org.urdma4j.transport.urdma.report;

import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.RangeSink;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.retransmit.sack.SackSender;

/**
 * The sending side of one sequence space: what was sent and not reported yet, and what the peer has
 * counted of it.
 */
public final class OutboundSpace implements RangeSink {
    public final SackSender sack;
    private long packetsReceived;
    private long bytesReceived;
    private long missing;
    private long marked;
    private long duplicates;
    private long newestSentNs = Long.MIN_VALUE;
    private PathLoss loss;
    private int reportCumulative;
    private boolean probeOwed;

    public OutboundSpace(int windowPackets) {
        sack = new SackSender(windowPackets);
    }

    public void start(int psn) {
        sack.start(psn);
        packetsReceived = 0;
        bytesReceived = 0;
        missing = 0;
        marked = 0;
        duplicates = 0;
        newestSentNs = Long.MIN_VALUE;
        probeOwed = false;
    }

    /**
     * Takes a part of a report.
     *
     * @param sentNs when the newest packet left that had arrived
     * @param rttNs round trip of that packet, 0 if the report has none
     * @param loss is told how many packets in a row are found lost
     * @return false if it is older than another, or impossible
     */
    boolean onReport(ReportReader report, long sentNs, long rttNs, PathLoss loss, long nowNs) {
        long cumulative = Psn.unwrap(sack.cumulative(), report.cumulative());
        long highest = cumulative + Psn.diff(report.highest(), report.cumulative());
        if (!sack.onReport(nowNs, report.number(), cumulative, highest, sentNs)) {
            return false;
        }
        boolean news = later(packetsReceived, report.packetsReceived()) > 0;
        if (news && rttNs > 0 && !sack.isOverPaths()) {
            sack.onRtt(rttNs); // before what is missing is judged by it
        }
        packetsReceived += later(packetsReceived, report.packetsReceived());
        bytesReceived = Math.max(bytesReceived, report.bytesReceived());
        missing += report.missing() - (int) missing;
        marked += later(marked, report.marked());
        duplicates += later(duplicates, report.duplicates());
        newestSentNs = Math.max(newestSentNs, sentNs);
        sack.onDuplicates(duplicates);
        this.loss = loss;
        reportCumulative = report.cumulative();
        report.forEach(this);
        return true;
    }

    @Override
    public void missing(int first, int count) {
        long before = sack.lostPackets();
        sack.onMissing(sack.cumulative() + Psn.diff(first, reportCumulative), count);
        long found = sack.lostPackets() - before;
        if (found > 0) {
            loss.onBurst(found);
        }
    }

    /** Returns how much a counter has grown whose low 32 bits are {@code reported}. */
    private static int later(long counter, int reported) {
        return Math.max(0, reported - (int) counter);
    }

    long packetsReceived() {
        return packetsReceived;
    }

    /** Returns the bytes that have arrived, BTH to ICRC, as far as the peer has said. */
    public long bytesReceived() {
        return bytesReceived;
    }

    long missing() {
        return missing;
    }

    long marked() {
        return marked;
    }

    /** Returns when the newest packet left that is known to have arrived. */
    long newestSentNs() {
        return newestSentNs;
    }

    public void oweProbe() {
        probeOwed = sack.next() > sack.cumulative();
    }

    public boolean probeOwed() {
        return probeOwed && sack.next() > sack.cumulative();
    }

    public void onProbeSent() {
        probeOwed = false;
    }
}
