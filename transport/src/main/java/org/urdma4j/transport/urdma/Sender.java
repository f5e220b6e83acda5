package org.urdma4j.transport.urdma;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.fec.RepairSender;
import org.urdma4j.transport.urdma.grant.Grants;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.mtu.PathMtu;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.probe.ProbePacket;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.Owed;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.urdma.requester.ReceiveLimit;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.urdma.responder.NakSender;
import org.urdma4j.transport.urdma.responder.Responder;
import org.urdma4j.transport.urdma.responder.ResponseSender;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.QpState;

/**
 * Who fills the next batch: refusals, reports and questions first, then requests and answers in
 * turns. Confined to the event loop of the shard.
 */
final class Sender {
    /** Where slots are few, data has so many before the next report. */
    private static final int DATA_FIRST = 3;

    private final QpContext qp;
    private final UrdmaConnection connection;
    private final Owed owed;
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
    private final Migration migration;
    private final ReceiveLimit receives;
    private final Responder responder;
    private final boolean several;
    private final boolean migrates;
    private final boolean granted;
    private final boolean fec;
    private final boolean searches;

    /** Whether something agreed on is due by the time alone, and has to be asked. */
    private final boolean asks;

    private final Grants grants;
    private final PeerPaths peerPaths;
    private final PathMtu mtu;
    private int sinceControl = DATA_FIRST;
    private boolean requestsFirst;

    Sender(UrdmaConnection connection) {
        this.connection = connection;
        migration = connection.migration;
        receives = connection.requester.receives();
        responder = connection.responder;
        several = connection.agreement.paths();
        migrates = connection.agreement.migrates();
        granted = connection.agreement.grants();
        fec = connection.agreement.fec();
        searches = connection.agreement.pathMtu();
        asks = several || migrates || granted || searches;
        owed = connection.owed;
        qp = connection.qp;
        requests = connection.requests;
        answers = connection.answers;
        peerRequests = connection.peerRequests;
        peerAnswers = connection.peerAnswers;
        sending = connection.sending;
        requester = connection.requester;
        responseSender = connection.responseSender;
        nakSender = connection.nakSender;
        requestRepairs = connection.requestRepairs;
        answerRepairs = connection.answerRepairs;
        grants = connection.grants;
        peerPaths = connection.peerPaths;
        mtu = connection.mtu;
    }

    /** Adds packets to an empty batch; adds none when there is nothing that may go now. */
    void poll(TransmitBatch batch, long nowNs) {
        boolean stopped = connection.stopped();
        if (qp.route == null || (stopped && connection.isSilent())) {
            return;
        }
        boolean dataFirst = qp.flow() != null && sinceControl < DATA_FIRST;
        if (!dataFirst && (asks || !owed.isEmpty()) && pollControl(batch, nowNs)) {
            sinceControl = 0;
            return;
        }
        pollData(batch, stopped && connection.draining(), nowNs);
        sinceControl = Math.min(DATA_FIRST, sinceControl + batch.count());
        if (batch.isEmpty() && (dataFirst || owed.has(Owed.NAK))) {
            pollControl(batch, nowNs); // memory of an answer may have gone
        }
    }

    private boolean pollControl(TransmitBatch batch, long nowNs) {
        if (several) {
            long duplicates = peerRequests.sack.duplicates() + peerAnswers.sack.duplicates();
            peerPaths.turnControl(duplicates, nowNs);
        }
        pollOwed(batch, nowNs);
        if (!granted || !batch.isEmpty()) {
            return !batch.isEmpty();
        }
        boolean sends = qp.responds() || connection.draining();
        if (several && sends && grants.isCopyDue()) {
            peerPaths.turnCopy();
            grants.copy(batch, nowNs);
            return true;
        }
        return grants.poll(batch, sends, nowNs);
    }

    /** Adds the most urgent of what isn't data to an empty batch. */
    private void pollOwed(TransmitBatch batch, long nowNs) {
        if (owed.has(Owed.NAK)) {
            if (nakSender.isRepeated()) {
                peerPaths.turnRepeated();
            }
            nakSender.write(batch, responder.msn(), nowNs);
        } else if (qp.state() == QpState.ERR) {
            pollForAnswers(batch, nowNs);
        } else if (migrates && migration.poll(batch, nowNs)) {
            return;
        } else if (owed.has(Owed.REPORT_REQUESTS) && peerRequests.reportDue(nowNs)) {
            reportRequests(batch, nowNs);
        } else if (owed.has(Owed.REPORT_ANSWERS) && peerAnswers.reportDue(nowNs)) {
            reportAnswers(batch, nowNs);
        } else if (several && peerPaths.turnsElsewhere(false)) {
            reportRequests(batch, nowNs);
        } else if (several && peerPaths.turnsElsewhere(true)) {
            reportAnswers(batch, nowNs);
        } else if (owed.has(Owed.QUESTION)) {
            ask(batch, nowNs);
        } else if (owed.has(Owed.SIGN)) {
            question(batch, nowNs);
        } else if (!(searches && mtu.poll(batch, nowNs)) && several) {
            peerPaths.poll(batch, nowNs);
        }
    }

    /** What answers need that are owed in ERR. */
    private void pollForAnswers(TransmitBatch batch, long nowNs) {
        if (migrates && migration.poll(batch, nowNs)) {
            return;
        }
        if (owed.has(Owed.QUESTION)) {
            ask(batch, nowNs);
        } else if (!mtu.poll(batch, nowNs)) {
            peerPaths.poll(batch, nowNs);
        }
    }

    private void reportRequests(TransmitBatch batch, long nowNs) {
        peerRequests.report(
                batch, responder.acknowledged(), responder.msn(), responder.reportLimit(), nowNs);
        if (several) {
            peerPaths.onReportSent(false, nowNs);
        }
    }

    private void reportAnswers(TransmitBatch batch, long nowNs) {
        peerAnswers.report(batch, peerAnswers.sack.cumulative(), 0, -1, nowNs);
        if (several) {
            peerPaths.onReportSent(true, nowNs);
        }
    }

    /** Asks for reports: what was in one that was lost may hold a request or an answer up. */
    private void ask(TransmitBatch batch, long nowNs) {
        question(batch, nowNs);
        receives.onAsked(nowNs);
    }

    /** The peer is to be asked for a sign that it is there; any report is one. */
    void oweSign() {
        owed.add(Owed.SIGN);
    }

    void forgetSign() {
        owed.remove(Owed.SIGN);
    }

    /**
     * Asks for reports. Who follows a peer whose address changes can tell by both clocks and the
     * next sequence number that the question is the peer's: of an end that is idle nothing else is
     * heard.
     */
    private void question(TransmitBatch batch, long nowNs) {
        owed.remove(Owed.SIGN);
        peerPaths.turnQuestion(nowNs);
        boolean proves = migrates && connection.clock.delay() != PeerClock.UNKNOWN;
        int psn = proves ? (int) requests.sack.next() & Psn.MASK : 0;
        long nonce = proves ? ProbeHeader.times(Timestamp.of(nowNs), connection.clock.delay()) : 0;
        ProbePacket.writeEmpty(
                batch, qp, qp.outward(), Bth.ACK_REQ, psn, ProbeHeader.PATH_MTU, nonce);
        batch.close();
        qp.count(Counter.PROBES_SENT);
    }

    private void pollData(TransmitBatch batch, boolean draining, long nowNs) {
        if (qp.state() == QpState.ERR && !draining) {
            return;
        }
        boolean repairs = fec && (requestRepairs.due() || answerRepairs.due());
        boolean open = sending.open(repairs, nowNs);
        if (!open && !requests.probeOwed() && !answers.probeOwed()) {
            return;
        }
        if (requestsFirst && qp.sends()) {
            requester.poll(batch, nowNs);
        }
        // the queue pair may have failed meanwhile
        if (responseSender.isBusy() && batch.isEmpty() && (qp.responds() || draining)) {
            responseSender.poll(batch, nowNs);
        }
        if (batch.isEmpty() && !requestsFirst && qp.sends()) {
            requester.poll(batch, nowNs);
        }
        requestsFirst = !requestsFirst;
        if (searches && !batch.isEmpty()) {
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
        boolean answers =
                responseSender.isBusy()
                        && (qp.responds() || connection.draining())
                        && responseSender.hasWork();
        return !answers && !(qp.sends() && requester.isReady(nowNs));
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
