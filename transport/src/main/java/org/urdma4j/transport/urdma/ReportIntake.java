package org.urdma4j.transport.urdma;

import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.fec.RepairSender;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.ReportReceiver;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.urdma.responder.Responder;
import org.urdma4j.transport.urdma.responder.ResponseSender;
import org.urdma4j.transport.wire.ReceivedPacket;

/** Where reports come in: what they say, and who waits for it. Confined to the event loop. */
final class ReportIntake {
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
    private final RepairSender requestRepairs;
    private final RepairSender answerRepairs;
    private final ReportReceiver receiver;

    ReportIntake(Parts parts) {
        qp = parts.qp;
        clock = parts.clock;
        requests = parts.requests;
        answers = parts.answers;
        sending = parts.sending;
        requester = parts.requester;
        responseSender = parts.responseSender;
        responder = parts.responder;
        migration = parts.migration;
        peerPaths = parts.peerPaths;
        requestRepairs = parts.requestRepairs;
        answerRepairs = parts.answerRepairs;
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
        if (migration.enabled() && (qp.isSealed() || PacketIntake.provesItself(view, nowNs))) {
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
}
