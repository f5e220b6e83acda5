package org.urdma4j.transport.urdma;

import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.grant.Grants;
import org.urdma4j.transport.urdma.report.PeerProof;
import org.urdma4j.transport.urdma.requester.NakReceiver;
import org.urdma4j.transport.urdma.responder.NakSender;
import org.urdma4j.transport.wire.ReceivedPacket;

import java.nio.ByteBuffer;

/**
 * Where all packets come in: may it tell us anything, and who takes it. Confined to the event loop
 * of the shard.
 */
final class PacketIntake {
    private final QpContext qp;
    private final DrainState drain;
    private final NakReceiver nakReceiver;
    private final NakSender nakSender;
    private final Grants grants;
    private final boolean granted;
    private final DataIntake data;
    private final ReportIntake reports;
    private final ProbeIntake probes;

    PacketIntake(Parts parts, DrainState drain) {
        this.drain = drain;
        qp = parts.qp;
        nakReceiver = parts.nakReceiver;
        nakSender = parts.nakSender;
        granted = parts.agreement.grants();
        grants = parts.grants;
        data = new DataIntake(parts);
        reports = new ReportIntake(parts);
        probes = new ProbeIntake(parts);
    }

    /** The queue pair is connected. */
    void start() {
        data.start();
    }

    /** Takes a packet that was let in and read. */
    void onPacket(ReceivedPacket packet, long nowNs) {
        UrdmaPacket view = packet.urdma();
        if (packet.isStrange() && !mayTell(view, nowNs)) {
            qp.count(Counter.DROPPED_WRONG_PEER);
            return;
        }
        switch (view.opcode()) {
            case UrdmaOpcode.ACKNOWLEDGE -> nakReceiver.onNak(view, nowNs);
            case UrdmaOpcode.REPORT_REQUESTS -> reports.onRequests(packet, nowNs);
            case UrdmaOpcode.REPORT_ANSWERS -> reports.onAnswers(packet, nowNs);
            case UrdmaOpcode.PROBE -> probes.onProbe(packet, nowNs);
            case UrdmaOpcode.REPORT_PATHS -> reports.onPaths(view, nowNs);
            case UrdmaOpcode.PATHS -> probes.onPathList(view, nowNs);
            case UrdmaOpcode.GRANT -> grants.onPacket(packet, nowNs);
            case UrdmaOpcode.REPAIR_REQUESTS, UrdmaOpcode.REPAIR_ANSWERS ->
                    data.onRepair(packet, nowNs);
            default -> data.onData(packet, nowNs);
        }
        if (granted) {
            grants.onData(packet, nowNs);
        }
    }

    /** A packet came in ERR; returns whether it was of use. */
    boolean onPacketTooLate(ReceivedPacket packet, long nowNs) {
        UrdmaPacket view = packet.urdma();
        boolean helps =
                nakSender.fatal()
                        && !(packet.isStrange() && !mayTell(view, nowNs))
                        && helpsAnswers(packet, nowNs);
        if (!helps && view.opcode() != UrdmaOpcode.ACKNOWLEDGE) { // refusals would never end
            nakSender.repeat();
        }
        return helps;
    }

    /**
     * Takes a packet if it is of use to answers that are owed in ERR, which need all that answers
     * needed before, or shows where the peer is, which the refusal needs, too.
     */
    private boolean helpsAnswers(ReceivedPacket packet, long nowNs) {
        UrdmaPacket view = packet.urdma();
        if (UrdmaOpcode.isPlaced(view.opcode())) {
            data.follow(packet, nowNs);
            return false;
        }
        if (!drain.draining() && view.opcode() != UrdmaOpcode.PROBE) {
            return false;
        }
        switch (view.opcode()) {
            case UrdmaOpcode.REPORT_ANSWERS -> reports.onAnswers(packet, nowNs);
            case UrdmaOpcode.REPORT_PATHS -> reports.onPaths(view, nowNs);
            case UrdmaOpcode.PATHS -> probes.onPathList(view, nowNs);
            case UrdmaOpcode.GRANT -> grants.onPacket(packet, nowNs);
            case UrdmaOpcode.PROBE -> {
                probes.onProbe(packet, nowNs);
                return !view.ackRequested(); // who asks for a report hasn't heard the refusal
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Takes a packet that holds nothing; it is the peer's. */
    void onChaff(int t1, int bytes, boolean marked, long nowNs) {
        data.onChaff(t1, bytes, marked, nowNs);
    }

    /**
     * Returns whether a packet in the clear from a strange address may be looked at: data proves
     * itself by two clocks and a number, and so does a question of an idle peer; a report by them
     * and by what was sent; and an answer to a challenge has the number of that.
     */
    private boolean mayTell(UrdmaPacket view, long nowNs) {
        int opcode = view.opcode();
        if (opcode == UrdmaOpcode.REPORT_REQUESTS || opcode == UrdmaOpcode.REPORT_ANSWERS) {
            return provesItself(view, nowNs);
        }
        if (opcode == UrdmaOpcode.PROBE) {
            int kind = ProbeHeader.kind(view.buffer(), view.extendedOffset());
            return kind == ProbeHeader.ADDRESS_ANSWER || probes.provesItself(view, nowNs);
        }
        return UrdmaOpcode.isPlaced(opcode);
    }

    /** Returns whether a report has two clocks right. */
    static boolean provesItself(UrdmaPacket report, long nowNs) {
        ByteBuffer b = report.buffer();
        int at = report.extendedOffset();
        int t3 = ExtendedAeth.t3(b, at);
        return PeerProof.ofAnswer(t3, ExtendedAeth.ts(b, at), ExtendedAeth.t1Echo(b, at), nowNs);
    }
}
