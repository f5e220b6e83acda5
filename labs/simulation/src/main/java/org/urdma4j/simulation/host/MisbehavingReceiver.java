package org.urdma4j.simulation.host;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.ReportCounters;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.codec.urdma.ReportWriter;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.VerificationTag;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The first stage of the way back from a receiver that misbehaves: each report on requests that an
 * honest one has written becomes one that gains it something, or costs others. Of one connection of
 * the URDMA profile in the clear, over one path.
 */
public final class MisbehavingReceiver implements Hop {
    /** Reports in place of one. */
    private static final int FLOOD = 8;

    /** Packets that are asked for again. */
    private static final int ASKED_AGAIN = 256;

    private static final int EXTENDED = Bth.LENGTH + VerificationTag.LENGTH;
    private static final int BODY = EXTENDED + ExtendedAeth.LENGTH;

    private final SimulatedNetwork network;
    private final Misbehaviour kind;
    private final long aheadNs;
    private final ReportReader report = new ReportReader();
    private final ReportWriter writer = new ReportWriter();
    private final ReportCounters counters = new ReportCounters();
    private final List<Missing> missing = new ArrayList<>();

    /** Of the reports of the last half round trip. */
    private final Deque<Arrived> lately = new ArrayDeque<>();

    private int number;
    private boolean any;
    private int leastTs;
    private int acknowledged;

    private record Missing(int first, int count) {}

    private record Arrived(long atNs, int packets) {}

    /**
     * @param rttNs of the empty path, which it knows
     */
    public MisbehavingReceiver(SimulatedNetwork network, Misbehaviour kind, long rttNs) {
        this.network = network;
        this.kind = kind;
        aheadNs = rttNs / 2;
    }

    @Override
    public void offer(SimulatedPacket packet) {
        if (Bth.opcode(packet.buffer, 0) == UrdmaOpcode.REPORT_REQUESTS
                && report.wrap(packet.buffer, BODY, packet.length - BODY)) {
            for (int i = 1; kind == Misbehaviour.FLOODS && i < FLOOD; i++) {
                SimulatedPacket copy = network.pool().copy(packet);
                renumber(copy);
                copy.forward();
            }
            renumber(packet);
        }
        packet.forward();
    }

    /** Makes it the next report. */
    private void renumber(SimulatedPacket packet) {
        report.wrap(packet.buffer, BODY, packet.length - BODY);
        rewrite(packet);
    }

    private void rewrite(SimulatedPacket packet) {
        take();
        if (!any) {
            acknowledged = report.cumulative();
        }
        int t3 = ExtendedAeth.t3(packet.buffer, EXTENDED);
        int ts = ExtendedAeth.ts(packet.buffer, EXTENDED);
        int t1 = ExtendedAeth.t1Echo(packet.buffer, EXTENDED);
        leastTs = any && leastTs - ts < 0 ? leastTs : ts;
        ts = kind.concealsQueue() ? leastTs : ts;
        int cumulative = report.cumulative();
        int highest = report.highest();
        if (kind == Misbehaviour.OPTIMISTIC) {
            int ahead = ahead();
            int later = Timestamp.of(ahead == 0 ? 0 : aheadNs);
            cumulative = notBefore(highest + ahead);
            highest = cumulative;
            t1 += later;
            ts -= later;
        } else if (kind == Misbehaviour.ASKS_AGAIN) {
            cumulative = notBefore(cumulative - ASKED_AGAIN);
            missing.add(new Missing(cumulative, Psn.diff(report.cumulative(), cumulative)));
        }
        acknowledged = cumulative;
        any = true;
        write(packet, t3, ts, t1, cumulative, highest);
    }

    /** Takes what the honest report says, as far as this one will say it. */
    private void take() {
        counters.packetsReceived = Integer.toUnsignedLong(report.packetsReceived());
        counters.bytesReceived = report.bytesReceived();
        counters.missing = kind.concealsLoss() ? 0 : report.missing();
        counters.repaired = report.repaired();
        counters.marked = kind.concealsLoss() ? 0 : report.marked();
        counters.duplicates = kind.concealsLoss() ? 0 : report.duplicates();
        counters.receiveLimit = report.receiveLimit();
        missing.clear();
        if (kind != Misbehaviour.OPTIMISTIC) {
            report.forEach((first, count) -> missing.add(new Missing(first, count)));
        }
    }

    /** Returns what a later report may acknowledge, which is no less than an earlier one did. */
    private int notBefore(int psn) {
        return Psn.diff(psn & Psn.MASK, acknowledged) < 0 ? acknowledged : psn & Psn.MASK;
    }

    /** Adds what is expected within half a round trip to what has come, and returns it. */
    private int ahead() {
        long nowNs = network.time().nowNs();
        lately.addLast(new Arrived(nowNs, report.packetsReceived()));
        while (nowNs - lately.getFirst().atNs > aheadNs) {
            lately.removeFirst();
        }
        int packets = report.packetsReceived() - lately.getFirst().packets;
        if (counters.packetsReceived > 0) {
            counters.bytesReceived += packets * (counters.bytesReceived / counters.packetsReceived);
        }
        counters.packetsReceived += packets;
        counters.missing = 0;
        return packets;
    }

    private void write(
            SimulatedPacket packet, int t3, int ts, int t1, int cumulative, int highest) {
        int syndrome = ExtendedAeth.syndrome(packet.buffer, EXTENDED);
        int msn = ExtendedAeth.msn(packet.buffer, EXTENDED);
        int psn = ExtendedAeth.psn(packet.buffer, EXTENDED);
        packet.buffer.clear();
        ExtendedAeth.write(packet.buffer, EXTENDED, syndrome, msn, t3, ts, psn, t1);
        int capacity = packet.buffer.capacity() - BODY;
        writer.begin(packet.buffer, BODY, capacity, number++, cumulative, highest, counters, 0);
        for (Missing each : missing) {
            if (each.count > 0) {
                writer.range(each.first, each.count);
            }
        }
        packet.length = BODY + writer.end();
        packet.buffer.limit(packet.length);
    }
}
