package org.urdma4j.transport.rc;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.RequestWriter;
import org.urdma4j.transport.work.Requests;
import org.urdma4j.transport.work.SendCompletions;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

/**
 * Sends work requests in order: takes each up, gives it sequence numbers and writes its packets, as
 * far as window, pacing, credits, fences and the limit on READs allow.
 */
final class Requester {
    private final QpContext qp;
    private final RequestWindow window;
    private final RequestWriter writer;
    private final SendCompletions completions;

    Requester(QpContext qp, RequestWindow window, SendCompletions completions) {
        this.qp = qp;
        this.window = window;
        this.completions = completions;
        this.writer = new RequestWriter(qp);
    }

    /** Adds as many packets to {@code batch} as it takes and the peer and the network may get. */
    void poll(TransmitBatch batch, long nowNs) {
        if (window.rnrTimer.running()) {
            return;
        }
        long budget = qp.pacer().budget(nowNs);
        while (budget > 0) {
            SendWqe wqe = window.current();
            boolean local = wqe != null && wqe.isLocal(); // its slot may be free after it
            if (wqe == null || !admit(wqe)) {
                return;
            }
            if (local) {
                continue;
            }
            if (!maySend(wqe)) {
                return;
            }
            boolean read = wqe.opcode() == WrOpcode.RDMA_READ;
            long psn = window.psns.next();
            long end = read ? window.chunkEnd(wqe, psn) : psn + 1;
            // Parts of a shared limit may shrink behind packets that asked for nothing; without
            // one more that does, nothing would ever come back.
            boolean fits = window.fits(wqe, end);
            if (!fits && window.acknowledgeOwed()) {
                return;
            }
            writer.select(wqe, psn, end);
            int length = writer.length();
            if (!batch.accepts(length)) {
                return;
            }
            boolean ask = !fits || asksForAck(psn) || probes(wqe);
            boolean again = window.psns.retransmitting();
            if (!writer.write(batch, ask, again)) {
                failInOrder(WcStatus.LOC_PROT_ERR);
                return;
            }
            onSent(wqe, end - psn, length, nowNs);
            if (ask) {
                window.onAcknowledgeDue(end, nowNs);
                if (!again && !wqe.isAnswered()) {
                    window.roundTrips.onAsked(end, nowNs);
                }
            }
            budget -= length + qp.config.framingBytes();
        }
    }

    private boolean asksForAck(long psn) {
        return writer.endsMessage()
                || psn % qp.config.ackInterval() == 0
                || closesWindow()
                || window.roundTrips.asksAt(psn);
    }

    /** Without an answer to it, the packet that fills the window would be the last one ever. */
    private boolean closesWindow() {
        long packet = (long) qp.mtu + EngineConfig.PACKET_COST;
        return window.psns.inFlight() + 1 >= qp.config.maxInFlightPackets()
                || packet * qp.config.ackInterval() >= qp.maxInFlightBytes() / 2;
    }

    private void onSent(SendWqe wqe, long psnCount, int length, long nowNs) {
        if (window.psns.retransmitting()) {
            qp.count(Counter.RETRANSMITTED_PKTS);
        }
        if (wqe.isAnswered()) {
            window.onAnswerAsked();
        }
        window.onSent(psnCount);
        qp.pacer().onTransmit(nowNs, length + qp.config.framingBytes());
    }

    private boolean maySend(SendWqe wqe) {
        if (wqe.isAnswered()) {
            return window.mayAskForAnswer();
        }
        boolean starts = window.psns.next() == wqe.firstPsn();
        if (probes(wqe) && !starts) {
            return window.psns.una() > wqe.firstPsn();
        }
        return !starts || !wqe.consumesReceive() || window.credits.allows(wqe.receives());
    }

    /**
     * A SEND without a credit is tried with its first packet, which takes the receive: what would
     * follow a refusal is wasted. (A WRITE with immediate data takes it with its last.)
     */
    private boolean probes(SendWqe wqe) {
        return wqe.opcode() != WrOpcode.RDMA_WRITE_WITH_IMM
                && wqe.consumesReceive()
                && !window.credits.covers(wqe.receives());
    }

    /** Takes a request up: true when it has its sequence numbers and its packets may go. */
    private boolean admit(SendWqe wqe) {
        boolean mayBegin = qp.state() == QpState.RTS;
        if (wqe.placed()) {
            return mayBegin || window.begun(wqe);
        }
        if (!mayBegin || (wqe.has(SendFlags.FENCE) && window.answersAwaited())) {
            return false;
        }
        boolean local = wqe.isLocal();
        WcStatus problem = local ? Requests.execute(qp, wqe) : Requests.problemOf(qp, wqe);
        if (local && problem == WcStatus.SUCCESS) {
            onExecuted(wqe);
            return true;
        }
        if (problem == WcStatus.SUCCESS) {
            window.place(wqe);
            return true;
        }
        failInOrder(problem);
        return false;
    }

    /** Completes a request that sent nothing, at once or after those before it. */
    private void onExecuted(SendWqe wqe) {
        boolean oldest = window.currentIsOldest();
        window.placeLocal(wqe);
        if (oldest) {
            completions.completeOldest(wqe);
        }
    }

    /** Completions come in order: an unusable request waits for those before it. */
    private void failInOrder(WcStatus problem) {
        if (window.currentIsOldest()) {
            completions.failOldest(problem);
        }
    }

    /**
     * The transport timer ran out: everything unanswered is sent again, or the peer is given up.
     */
    void onAckTimeout() {
        window.ackTimer.stop();
        qp.count(Counter.LOCAL_ACK_TIMEOUT_ERR);
        if (!window.retries.take()) {
            qp.count(Counter.RETRY_EXCEEDED_ERR);
            completions.failOldest(WcStatus.RETRY_EXC_ERR);
            return;
        }
        window.forgetSignals();
        window.goBack();
    }

    /** The wait that an RNR NAK imposed is over. */
    void onRnrTimeout() {
        window.rnrTimer.stop();
    }
}
