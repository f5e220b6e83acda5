package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.RnrTimer;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.work.SendCompletions;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

/**
 * Takes the responder's answers: acknowledgements, NAKs, READ data and atomic results (IBTA 1.4
 * §9.7.5 and §9.7.9.2). Completes work in order, goes back where something is missing, and ends the
 * queue pair where the answer says so.
 *
 * <p>An answer to a packet acknowledges everything before it, except READs and atomic operations:
 * those need their data, so an answer beyond one that is unanswered means that its data was lost
 * (an implied NAK).
 */
final class Completer {
    private final QpContext qp;
    private final RequestWindow window;
    private final SendCompletions completions;

    Completer(QpContext qp, RequestWindow window, SendCompletions completions) {
        this.qp = qp;
        this.window = window;
        this.completions = completions;
    }

    /** Takes a response packet of a queue pair that is ready to send. */
    void onPacket(ReceivedPacket packet, long nowNs) {
        TransportPacket headers = packet.headers();
        long psn = Psn.unwrap(window.psns.una(), headers.psn());
        if (psn >= window.psns.max()) {
            qp.count(Counter.UNEXPECTED_RESPONSE);
            return;
        }
        long unaBefore = window.psns.una();
        if (headers.has(Opcode.READ_RESPONSE)) {
            onReadResponse(packet, psn);
        } else if (headers.has(Opcode.ATOMIC_ACK_ETH)) {
            onAtomicAck(headers, psn, nowNs);
        } else {
            qp.count(Counter.ACKS_RCVD);
            onAcknowledge(headers.syndrome(), psn, nowNs);
        }
        if (headers.has(Opcode.AETH) && AethSyndrome.isAck(headers.syndrome())) {
            window.onCredits(headers.syndrome(), headers.msn());
        }
        boolean nearer = window.comesNearer(psn);
        if ((window.psns.una() != unaBefore || nearer)
                && qp.sends()
                && !window.rnrTimer.running()) {
            window.restartAckTimer(nowNs);
        }
    }

    private void onAcknowledge(int syndrome, long psn, long nowNs) {
        if (AethSyndrome.isAck(syndrome)) {
            advance(psn + 1, psn);
        } else if (!isKnownNak(syndrome)) {
            qp.count(Counter.UNEXPECTED_RESPONSE);
        } else if (psn >= window.psns.una()) {
            advance(psn, psn);
            if (window.psns.una() == psn && qp.sends()) {
                onNak(syndrome, nowNs);
            }
        }
    }

    private static boolean isKnownNak(int syndrome) {
        return AethSyndrome.isRnrNak(syndrome)
                || (syndrome >= AethSyndrome.NAK
                        && syndrome <= AethSyndrome.NAK_INVALID_RD_REQUEST);
    }

    private void onNak(int syndrome, long nowNs) {
        if (AethSyndrome.isRnrNak(syndrome)) {
            onRnrNak(syndrome, nowNs);
            return;
        }
        switch (syndrome) {
            case AethSyndrome.NAK_PSN_SEQUENCE_ERROR -> {
                qp.count(Counter.RCVD_SEQ_ERR);
                // Nothing in flight: it is about packets that will be sent again anyway.
                if (window.psns.inFlight() > 0 && window.takeNak()) {
                    goBackWithinBudget();
                }
            }
            case AethSyndrome.NAK_INVALID_REQUEST -> fail(WcStatus.REM_INV_REQ_ERR);
            case AethSyndrome.NAK_REMOTE_ACCESS_ERROR -> fail(WcStatus.REM_ACCESS_ERR);
            case AethSyndrome.NAK_REMOTE_OPERATIONAL_ERROR -> fail(WcStatus.REM_OP_ERR);
            default -> fail(WcStatus.REM_INV_RD_REQ_ERR);
        }
    }

    private void fail(WcStatus status) {
        qp.count(Counter.FATAL_NAKS_RCVD);
        completions.failOldest(status);
    }

    private void onRnrNak(int syndrome, long nowNs) {
        qp.count(Counter.RCVD_RNR_ERR);
        // The packet arrived, and in its place; only the receive is missing.
        window.retries.onProgress();
        window.forgetSignals();
        if (window.rnrTimer.running()) {
            return;
        }
        if (!window.rnrRetries.take()) {
            qp.count(Counter.RETRY_RNR_EXCEEDED_ERR);
            completions.failOldest(WcStatus.RNR_RETRY_EXC_ERR);
            return;
        }
        window.goBack();
        window.rnrTimer.start(nowNs, RnrTimer.nanos(AethSyndrome.value(syndrome)));
    }

    private void goBackWithinBudget() {
        if (!window.retries.take()) {
            qp.count(Counter.RETRY_EXCEEDED_ERR);
            completions.failOldest(WcStatus.RETRY_EXC_ERR);
            return;
        }
        window.goBack();
    }

    private void onReadResponse(ReceivedPacket packet, long psn) {
        SendWqe wqe = awaited(psn);
        if (wqe == null) {
            return;
        }
        TransportPacket headers = packet.headers();
        long offset = (psn - wqe.firstPsn()) * qp.mtu;
        int bytes = (int) Math.min(qp.mtu, wqe.length() - offset);
        boolean ends = psn + 1 == window.chunkEnd(wqe, psn);
        if (wqe.opcode() != WrOpcode.RDMA_READ
                || headers.payloadLength() != bytes
                || headers.has(Opcode.END) != ends) {
            completions.failOldest(WcStatus.BAD_RESP_ERR);
            return;
        }
        if (!wqe.sges().scatter(offset, bytes, packet)) {
            completions.failOldest(WcStatus.LOC_PROT_ERR);
            return;
        }
        window.acknowledge(psn + 1);
        if (ends) {
            window.onAnswerComplete();
        }
        if (psn + 1 == wqe.endPsn()) {
            completions.completeOldest(wqe);
        }
    }

    private void onAtomicAck(TransportPacket headers, long psn, long nowNs) {
        if (!AethSyndrome.isAck(headers.syndrome())) {
            onAcknowledge(headers.syndrome(), psn, nowNs);
            return;
        }
        SendWqe wqe = awaited(psn);
        if (wqe == null) {
            return;
        }
        if (!wqe.isAtomic()) {
            completions.failOldest(WcStatus.BAD_RESP_ERR);
            return;
        }
        if (!wqe.sges().scatterLong(headers.originalData())) {
            completions.failOldest(WcStatus.LOC_PROT_ERR);
            return;
        }
        window.acknowledge(psn + 1);
        window.onAnswerComplete();
        completions.completeOldest(wqe);
    }

    /** Returns the request that waits for data at {@code psn}, null if none does. */
    private SendWqe awaited(long psn) {
        if (psn < window.psns.una()) {
            qp.count(Counter.UNEXPECTED_RESPONSE);
            return null;
        }
        advance(psn, psn);
        if (window.psns.una() != psn || !qp.sends()) {
            return null;
        }
        SendWqe wqe = window.oldest();
        if (!wqe.isAnswered()) {
            completions.failOldest(WcStatus.BAD_RESP_ERR);
            return null;
        }
        return wqe;
    }

    /**
     * Takes everything before {@code psn} as acknowledged, as far as no data is missing.
     *
     * @param answer the sequence number of the answer that says so
     */
    private void advance(long psn, long answer) {
        SendWqe wqe = window.oldest();
        while (wqe != null && window.psns.una() < psn) {
            if (wqe.isAnswered()) {
                onMissingAnswer(answer);
                return;
            }
            window.acknowledge(Math.min(psn, wqe.endPsn()));
            if (window.psns.una() < wqe.endPsn()) {
                return;
            }
            completions.completeOldest(wqe);
            wqe = window.oldest();
        }
    }

    private void onMissingAnswer(long answer) {
        if (window.signalGap(answer)) {
            qp.count(Counter.IMPLIED_NAK_SEQ_ERR);
            goBackWithinBudget();
        }
    }
}
