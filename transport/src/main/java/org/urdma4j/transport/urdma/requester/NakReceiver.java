package org.urdma4j.transport.urdma.requester;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.PeerProof;
import org.urdma4j.verbs.WcStatus;

/** Takes the peer's refusals: an RNR NAK holds messages back, any other ends the queue pair. */
public final class NakReceiver {
    private final QpContext qp;
    private final OutboundSpace requests;
    private final Requester sender;
    private long notReadyNs;

    public NakReceiver(QpContext qp, OutboundSpace requests, Requester sender) {
        this.qp = qp;
        this.requests = requests;
        this.sender = sender;
    }

    public void start() {
        notReadyNs = Long.MIN_VALUE;
    }

    /** Returns when the last NAK came, by which the peer showed that it is alive. */
    public long notReadyNs() {
        return notReadyNs;
    }

    public void onNak(UrdmaPacket packet, long nowNs) {
        int extended = packet.extendedOffset();
        int syndrome = ExtendedAeth.syndrome(packet.buffer(), extended);
        qp.count(Counter.ACKS_RCVD);
        if (!qp.sends()) {
            return;
        }
        if (!isOfPeer(packet, nowNs)) {
            qp.count(Counter.DROPPED_WRONG_PEER);
            return;
        }
        long cumulative = requests.sack.cumulative();
        long culprit = Psn.unwrap(cumulative, ExtendedAeth.psn(packet.buffer(), extended));
        if (AethSyndrome.isRnrNak(syndrome)) {
            onNotReady(culprit, packet.rmsn(), syndrome, nowNs);
            return;
        }
        WcStatus status = statusOf(syndrome);
        long acknowledged = Psn.unwrap(cumulative, packet.psn());
        if (status == null
                || sender.completer().refused()
                || !sender.refuse(culprit, acknowledged, status)) {
            qp.count(Counter.UNEXPECTED_RESPONSE); // not a NAK, or one of an earlier connection
            return;
        }
        notReadyNs = nowNs;
        qp.count(Counter.FATAL_NAKS_RCVD);
    }

    private static boolean isOfPeer(UrdmaPacket packet, long nowNs) {
        int at = packet.extendedOffset();
        return PeerProof.ofAnswer(
                ExtendedAeth.t3(packet.buffer(), at),
                ExtendedAeth.ts(packet.buffer(), at),
                ExtendedAeth.t1Echo(packet.buffer(), at),
                nowNs);
    }

    private void onNotReady(long culprit, int rmsn, int syndrome, long nowNs) {
        boolean answersOurs =
                culprit >= requests.sack.cumulative() && culprit < requests.sack.next();
        if (!answersOurs || !sender.isUnderWay(rmsn)) {
            qp.count(Counter.UNEXPECTED_RESPONSE);
            return;
        }
        qp.count(Counter.RCVD_RNR_ERR);
        notReadyNs = nowNs;
        if (!sender.receives().onRnrNak(rmsn, syndrome, nowNs)) {
            if (!sender.completer().failing()) {
                qp.count(Counter.RETRY_RNR_EXCEEDED_ERR);
            }
            sender.refuseMessage(rmsn, WcStatus.RNR_RETRY_EXC_ERR);
        }
    }

    private static WcStatus statusOf(int syndrome) {
        return switch (syndrome) {
            case AethSyndrome.NAK_INVALID_REQUEST -> WcStatus.REM_INV_REQ_ERR;
            case AethSyndrome.NAK_REMOTE_ACCESS_ERROR -> WcStatus.REM_ACCESS_ERR;
            case AethSyndrome.NAK_REMOTE_OPERATIONAL_ERROR -> WcStatus.REM_OP_ERR;
            case AethSyndrome.NAK_INVALID_RD_REQUEST -> WcStatus.REM_INV_RD_REQ_ERR;
            default -> null;
        };
    }
}
