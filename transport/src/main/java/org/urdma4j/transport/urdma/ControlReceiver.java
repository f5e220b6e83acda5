package org.urdma4j.transport.urdma;

import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.fec.RepairSender;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.mtu.PathMtu;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.PeerProof;
import org.urdma4j.transport.urdma.report.ReportReceiver;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.urdma.responder.Responder;
import org.urdma4j.transport.urdma.responder.ResponseSender;
import org.urdma4j.transport.wire.ReceivedPacket;

import java.nio.ByteBuffer;

/**
 * Where reports, questions and what answers them come in: what they say, and who waits for it.
 * Confined to the event loop.
 */
final class ControlReceiver {
    private final QpContext qp;
    private final PeerClock clock;
    private final OutboundSpace requests;
    private final OutboundSpace answers;
    private final SendBudget sending;
    private final Requester requester;
    private final ResponseSender responseSender;
    private final Responder responder;
    private final Migration migration;
    private final PeerPaths peerPaths;
    private final PathMtu mtu;
    private final InboundSpace peerRequests;
    private final InboundSpace peerAnswers;
    private final RepairSender requestRepairs;
    private final RepairSender answerRepairs;
    private final ReportReceiver receiver;

    ControlReceiver(UrdmaConnection connection) {
        qp = connection.qp;
        clock = connection.clock;
        requests = connection.requests;
        answers = connection.answers;
        sending = connection.sending;
        requester = connection.requester;
        responseSender = connection.responseSender;
        responder = connection.responder;
        migration = connection.migration;
        peerPaths = connection.peerPaths;
        mtu = connection.mtu;
        peerRequests = connection.peerRequests;
        peerAnswers = connection.peerAnswers;
        requestRepairs = connection.requestRepairs;
        answerRepairs = connection.answerRepairs;
        receiver = new ReportReceiver(qp, requests, answers, sending);
    }

    /** Takes a part of a report on our requests. */
    void onRequests(ReceivedPacket packet, long nowNs) {
        ReportReader report = take(packet, requests, nowNs);
        if (report != null) {
            requester.receives().onReport(report.receiveLimit());
            requester.completer().completeInOrder();
        }
    }

    /** Takes a part of a report on our answers. */
    void onAnswers(ReceivedPacket packet, long nowNs) {
        if (take(packet, answers, nowNs) != null) {
            responseSender.onReport(nowNs);
            responder.resume(nowNs);
        }
    }

    /** Takes a report on our paths. */
    void onPaths(UrdmaPacket view, long nowNs) {
        if (peerPaths.onReport(view, nowNs)) {
            updatePath();
        }
    }

    /** Returns null if it is of no use. */
    private ReportReader take(ReceivedPacket packet, OutboundSpace space, long nowNs) {
        UrdmaPacket view = packet.urdma();
        ReportReader report = receiver.take(view, space, nowNs);
        if (report == null) {
            return null;
        }
        int t3 = ExtendedAeth.t3(view.buffer(), view.extendedOffset());
        if (migration.enabled() && (qp.isSealed() || provesReport(view, nowNs))) {
            migration.onProven(packet, t3, nowNs);
        }
        peerPaths.onHeard();
        updatePath();
        clock.onArrival(t3, nowNs);
        return report;
    }

    /** Tells forward error correction how the path is. */
    private void updatePath() {
        if (requestRepairs.enabled()) {
            long packets = sending.pathPackets();
            requestRepairs.path(sending.loss(), packets);
            answerRepairs.path(sending.loss(), packets);
        }
    }

    /** Takes the peer's addresses. */
    void onPathList(UrdmaPacket view, long nowNs) {
        peerPaths.onList(view, nowNs);
    }

    /** Takes a question or an answer, each to who asked or is asked. */
    void onProbe(ReceivedPacket packet, long nowNs) {
        UrdmaPacket view = packet.urdma();
        int kind = ProbeHeader.kind(view.buffer(), view.extendedOffset());
        if (kind == ProbeHeader.CHALLENGE || kind == ProbeHeader.CHALLENGE_ANSWER) {
            peerPaths.onProbe(packet, kind, nowNs);
        } else if (kind == ProbeHeader.PATH_MTU_ANSWER) {
            mtu.onAnswer(view, nowNs);
        } else if (kind == ProbeHeader.ADDRESS_CHALLENGE || kind == ProbeHeader.ADDRESS_ANSWER) {
            migration.onProbe(packet, kind, nowNs);
        } else if (view.ackRequested()) {
            follow(packet, nowNs);
            onReportAsked(packet, nowNs);
        } else if (kind == ProbeHeader.PATH_MTU) {
            mtu.onProbe(view);
        }
    }

    /** An idle peer shows by its questions where it is. */
    private void follow(ReceivedPacket packet, long nowNs) {
        UrdmaPacket view = packet.urdma();
        if (migration.enabled() && provesQuestion(view, nowNs)) {
            int t1 = ProbeHeader.t1(view.buffer(), view.extendedOffset());
            clock.onArrival(t1, nowNs);
            migration.onProven(packet, t1, nowNs);
        }
    }

    /**
     * Returns whether a question is the peer's: it has two clocks right, and the number of the next
     * request. Where that isn't known here, data is on its way, which proves itself.
     */
    private boolean provesQuestion(UrdmaPacket view, long nowNs) {
        ByteBuffer b = view.buffer();
        int at = view.extendedOffset();
        return view.ackRequested()
                && ProbeHeader.kind(b, at) == ProbeHeader.PATH_MTU
                && view.psn() == ((int) peerRequests.sack.cumulative() & Psn.MASK)
                && PeerProof.ofList(ProbeHeader.t1(b, at), ProbeHeader.tr(b, at), nowNs);
    }

    private void onReportAsked(ReceivedPacket packet, long nowNs) {
        peerRequests.onReportAsked(nowNs);
        boolean both =
                peerAnswers.sack.packetsReceived() > 0 || requester.reads().outstanding() > 0;
        if (both) {
            peerAnswers.onReportAsked(nowNs);
        }
        peerPaths.onReportAsked(packet, both);
    }

    /**
     * Returns whether a packet in the clear from a strange address may be looked at: data proves
     * itself by two clocks and a number, and so does a question of an idle peer; a report by them
     * and by what was sent; and an answer to a challenge has the number of that.
     */
    boolean mayTell(UrdmaPacket view, long nowNs) {
        int opcode = view.opcode();
        if (opcode == UrdmaOpcode.REPORT_REQUESTS || opcode == UrdmaOpcode.REPORT_ANSWERS) {
            return provesReport(view, nowNs);
        }
        if (opcode == UrdmaOpcode.PROBE) {
            int kind = ProbeHeader.kind(view.buffer(), view.extendedOffset());
            return kind == ProbeHeader.ADDRESS_ANSWER || provesQuestion(view, nowNs);
        }
        return UrdmaOpcode.isPlaced(opcode);
    }

    /** Returns whether a report has two clocks right. */
    private static boolean provesReport(UrdmaPacket report, long nowNs) {
        ByteBuffer b = report.buffer();
        int at = report.extendedOffset();
        int t3 = ExtendedAeth.t3(b, at);
        return PeerProof.ofAnswer(t3, ExtendedAeth.ts(b, at), ExtendedAeth.t1Echo(b, at), nowNs);
    }
}
