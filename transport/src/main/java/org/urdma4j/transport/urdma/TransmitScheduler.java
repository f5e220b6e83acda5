package org.urdma4j.transport.urdma;

import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.fec.RepairSender;
import org.urdma4j.transport.urdma.grant.Grants;
import org.urdma4j.transport.urdma.mtu.PathMtu;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.urdma.responder.NakSender;
import org.urdma4j.transport.urdma.responder.ResponseSender;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.QpState;

/**
 * Who fills the next batch: what isn't data first, then requests and answers in turns. Confined to
 * the event loop of the shard.
 */
final class TransmitScheduler {
    /** Where slots are few, data has so many before the next report. */
    private static final int DATA_FIRST = 3;

    private final QpContext qp;
    private final DrainState drain;
    private final OutboundSpace requests;
    private final OutboundSpace answers;
    private final InboundSpace peerRequests;
    private final InboundSpace peerAnswers;
    private final SendBudget sending;
    private final Requester requester;
    private final ResponseSender responseSender;
    private final NakSender nakSender;
    private final RepairSender requestRepairs;
    private final RepairSender answerRepairs;
    private final ControlSender control;
    private final Grants grants;
    private final PeerPaths peerPaths;
    private final PathMtu mtu;
    private int sinceControl = DATA_FIRST;
    private boolean requestsFirst;

    TransmitScheduler(Parts parts, DrainState drain, ControlSender control) {
        this.drain = drain;
        this.control = control;
        qp = parts.qp;
        requests = parts.requests;
        answers = parts.answers;
        peerRequests = parts.peerRequests;
        peerAnswers = parts.peerAnswers;
        sending = parts.sending;
        requester = parts.requester;
        responseSender = parts.responseSender;
        nakSender = parts.nakSender;
        requestRepairs = parts.requestRepairs;
        answerRepairs = parts.answerRepairs;
        grants = parts.grants;
        peerPaths = parts.peerPaths;
        mtu = parts.mtu;
    }

    /** Adds packets to an empty batch; adds none when there is nothing that may go now. */
    void poll(TransmitBatch batch, long nowNs) {
        if (qp.route == null || drain.isSilent()) {
            return;
        }
        boolean dataFirst = qp.flow() != null && sinceControl < DATA_FIRST;
        if (!dataFirst && pollControl(batch, nowNs)) {
            sinceControl = 0;
            return;
        }
        pollData(batch, drain.draining(), nowNs);
        sinceControl = Math.min(DATA_FIRST, sinceControl + batch.count());
        if (batch.isEmpty() && (dataFirst || nakSender.owed())) {
            pollControl(batch, nowNs); // memory of an answer may have gone
        }
    }

    private boolean pollControl(TransmitBatch batch, long nowNs) {
        if (peerPaths.several()) {
            long duplicates = peerRequests.sack.duplicates() + peerAnswers.sack.duplicates();
            peerPaths.turnControl(duplicates, nowNs);
        }
        if (control.poll(batch, nowNs)) {
            return true;
        }
        boolean sends = qp.responds() || drain.draining();
        if (peerPaths.several() && sends && grants.isCopyDue()) {
            peerPaths.turnCopy();
            grants.copy(batch, nowNs);
            return true;
        }
        return grants.poll(batch, sends, nowNs);
    }

    private void pollData(TransmitBatch batch, boolean draining, long nowNs) {
        if (qp.state() == QpState.ERR && !draining) {
            return;
        }
        boolean open = sending.open(requestRepairs.due() || answerRepairs.due(), nowNs);
        if (!open && !requests.probeOwed() && !answers.probeOwed()) {
            return;
        }
        if (requestsFirst && qp.sends()) {
            requester.poll(batch, nowNs);
        }
        if (batch.isEmpty() && (qp.responds() || draining)) { // may have failed meanwhile
            responseSender.poll(batch, nowNs);
        }
        if (batch.isEmpty() && !requestsFirst && qp.sends()) {
            requester.poll(batch, nowNs);
        }
        requestsFirst = !requestsFirst;
        if (!batch.isEmpty()) {
            mtu.onData(nowNs);
        }
        if (open && batch.isEmpty()) {
            sending.onNothingSent();
        }
        if (open && isIdle(nowNs)) {
            sending.onNothingToSend(nowNs);
        }
    }

    /** Returns whether neither requests nor answers have packets that might leave. */
    private boolean isIdle(long nowNs) {
        return !((qp.responds() || drain.draining()) && responseSender.hasWork())
                && !(qp.sends() && requester.isReady(nowNs));
    }

    /** Returns when what waits for congestion control may leave, {@link Long#MAX_VALUE} if none. */
    long deadlineNs(long nowNs) {
        if (responseSender.hasWork() || (qp.sends() && requester.hasWork())) {
            long nextNs = sending.nextSendNs(nowNs);
            if (nextNs > nowNs) {
                return nextNs;
            }
        }
        return Long.MAX_VALUE;
    }
}
