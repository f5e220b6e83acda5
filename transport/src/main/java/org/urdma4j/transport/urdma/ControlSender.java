package org.urdma4j.transport.urdma;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.mtu.PathMtu;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.probe.ProbePacket;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.requester.ReceiveLimit;
import org.urdma4j.transport.urdma.responder.NakSender;
import org.urdma4j.transport.urdma.responder.Responder;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.QpState;

/** Sends what isn't data: refusals, reports, questions. */
final class ControlSender {
    private final QpContext qp;
    private final NakSender nakSender;
    private final InboundSpace peerRequests;
    private final InboundSpace peerAnswers;
    private final Responder taker;
    private final ReceiveLimit receives;
    private final PeerPaths peerPaths;
    private final PathMtu mtu;
    private final Migration migration;
    private final PeerClock clock;
    private final OutboundSpace requests;
    private boolean signOwed;

    ControlSender(Parts parts) {
        qp = parts.qp;
        nakSender = parts.nakSender;
        peerRequests = parts.peerRequests;
        peerAnswers = parts.peerAnswers;
        taker = parts.responder;
        receives = parts.requester.receives();
        peerPaths = parts.peerPaths;
        mtu = parts.mtu;
        migration = parts.migration;
        clock = parts.clock;
        requests = parts.requests;
    }

    /** Adds what is most urgent to an empty batch; returns whether there was anything. */
    boolean poll(TransmitBatch batch, long nowNs) {
        if (nakSender.owed()) {
            if (nakSender.isRepeated()) {
                peerPaths.turnRepeated();
            }
            nakSender.write(batch, taker.msn(), nowNs);
        } else if (qp.state() == QpState.ERR) {
            pollForAnswers(batch, nowNs);
        } else if (migration.poll(batch, nowNs)) {
            return true;
        } else if (peerRequests.reportDue(nowNs)) {
            reportRequests(batch, nowNs);
        } else if (peerAnswers.reportDue(nowNs)) {
            reportAnswers(batch, nowNs);
        } else if (peerPaths.turnsElsewhere(false)) {
            reportRequests(batch, nowNs);
        } else if (peerPaths.turnsElsewhere(true)) {
            reportAnswers(batch, nowNs);
        } else if (receives.askOwed()) {
            ask(batch, nowNs);
        } else if (signOwed) {
            question(batch, nowNs);
        } else if (!mtu.poll(batch, nowNs)) {
            peerPaths.poll(batch, nowNs);
        }
        return !batch.isEmpty();
    }

    /** What answers need that are owed in ERR. */
    private void pollForAnswers(TransmitBatch batch, long nowNs) {
        if (migration.poll(batch, nowNs)) {
            return;
        }
        if (receives.askOwed()) {
            ask(batch, nowNs);
        } else if (!mtu.poll(batch, nowNs)) {
            peerPaths.poll(batch, nowNs);
        }
    }

    private void reportRequests(TransmitBatch batch, long nowNs) {
        peerRequests.report(batch, taker.acknowledged(), taker.msn(), taker.reportLimit(), nowNs);
        peerPaths.onReportSent(false, nowNs);
    }

    private void reportAnswers(TransmitBatch batch, long nowNs) {
        peerAnswers.report(batch, peerAnswers.sack.cumulative(), 0, -1, nowNs);
        peerPaths.onReportSent(true, nowNs);
    }

    /** Asks for reports: what was in one that was lost may hold a request or an answer up. */
    private void ask(TransmitBatch batch, long nowNs) {
        question(batch, nowNs);
        receives.onAsked(nowNs);
    }

    /** The peer is to be asked for a sign that it is there; any report is one. */
    void oweSign() {
        signOwed = true;
    }

    void forgetSign() {
        signOwed = false;
    }

    /**
     * Asks for reports. Who follows a peer whose address changes can tell by both clocks and the
     * next sequence number that the question is the peer's: of an end that is idle nothing else is
     * heard.
     */
    private void question(TransmitBatch batch, long nowNs) {
        signOwed = false;
        peerPaths.turnQuestion(nowNs);
        boolean proves = migration.enabled() && clock.delay() != PeerClock.UNKNOWN;
        int psn = proves ? (int) requests.sack.next() & Psn.MASK : 0;
        long nonce = proves ? ProbeHeader.times(Timestamp.of(nowNs), clock.delay()) : 0;
        ProbePacket.writeEmpty(
                batch, qp, qp.outward(), Bth.ACK_REQ, psn, ProbeHeader.PATH_MTU, nonce);
        batch.close();
        qp.count(Counter.PROBES_SENT);
    }
}
