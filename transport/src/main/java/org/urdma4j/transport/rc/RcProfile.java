package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.congestion.RateController;
import org.urdma4j.congestion.RatePacer;
import org.urdma4j.retransmit.RetryBudget;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.ArrivalStatistics;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.Profile;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.SendCompletions;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;

/**
 * Standard RoCE: go-back-N, requester, completer and responder side by side, paced at the rate
 * limit.
 */
public final class RcProfile implements Profile {
    private static final int UNLIMITED_RNR_RETRY = 7;

    private final QpContext qp;
    private final RequestWindow window;
    private final SendCompletions completions;
    private final Requester requester;
    private final Completer completer;
    private final Responder responder;
    private boolean requestsFirst;
    private final SignRequest sign;
    private boolean established;

    /**
     * Creates it for one queue pair.
     *
     * @param toError moves the queue pair to the error state and flushes it
     */
    public RcProfile(QpContext qp, Runnable toError) {
        this.qp = qp;
        window = new RequestWindow(qp);
        completions =
                new SendCompletions(
                        qp,
                        window::removeOldest,
                        () -> {
                            toError.run();
                            silence();
                        });
        requester = new Requester(qp, window, completions);
        completer = new Completer(qp, window, completions);
        responder = new Responder(qp, toError);
        sign = new SignRequest(qp);
    }

    @Override
    public void startReceiving(int psn) {
        responder.start(psn);
    }

    @Override
    public void startSending(int psn) {
        window.start(psn);
    }

    @Override
    public void onModified() {
        responder.onModified();
        window.retries.limit(qp.retryCount);
        int rnr = qp.rnrRetryCount;
        window.rnrRetries.limit(rnr == UNLIMITED_RNR_RETRY ? RetryBudget.UNLIMITED : rnr);
        int packet = Opcode.headerLength(Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE) + qp.mtu;
        qp.pacer().rate(qp.rateLimit, packet + qp.config.framingBytes());
    }

    @Override
    public boolean drained() {
        return window.drained();
    }

    @Override
    public void onDoorbell() {
        if (qp.responds()) {
            responder.responses().onReceivesPosted();
        }
    }

    @Override
    public Counter onPacket(ReceivedPacket packet, long nowNs) {
        TransportPacket headers = packet.headers();
        boolean response = headers.has(Opcode.RESPONSE);
        boolean takes = headers.has(Opcode.RC) && (response ? qp.sends() : qp.responds());
        if (!takes || headers.status() != PacketStatus.OK) {
            return Profile.refusal(packet, takes);
        }
        if (response) {
            completer.onPacket(packet, nowNs);
            window.roundTrips.onAcknowledged(window.psns.una(), nowNs);
            return null;
        }
        if (qp.state() == QpState.RTR && !established) {
            established = true;
            qp.raise(EventType.COMM_EST);
        }
        responder.onPacket(packet);
        return null;
    }

    @Override
    public void onHeld(long sinceNs, long nowNs) {
        window.ackTimer.standStill(sinceNs, nowNs);
    }

    @Override
    public void onCongestionNotified(long nowNs) {
        qp.pacer().onNotified(nowNs);
    }

    @Override
    public void poll(TransmitBatch batch, long nowNs) {
        boolean sends = qp.sends();
        if (sends && sign.poll(batch, window.psns.una())) {
            return;
        }
        if (sends && requestsFirst) {
            requester.poll(batch, nowNs);
        }
        if (batch.isEmpty() && qp.route != null) {
            responder.responses().poll(batch, nowNs);
        }
        if (sends && batch.isEmpty() && !requestsFirst) {
            requester.poll(batch, nowNs);
        }
        requestsFirst = !requestsFirst;
    }

    @Override
    public void onTimer(long nowNs) {
        if (window.ackTimer.expired(nowNs)) {
            requester.onAckTimeout();
        }
        if (window.rnrTimer.expired(nowNs)) {
            requester.onRnrTimeout();
        }
    }

    @Override
    public long nextDeadlineNs(long nowNs) {
        long deadline = Math.min(window.ackTimer.deadlineNs(), window.rnrTimer.deadlineNs());
        if (qp.pacer().budget(nowNs) == 0 && hasDataToSend()) {
            deadline = Math.min(deadline, qp.pacer().nextTransmitNs(nowNs));
        }
        return deadline;
    }

    private boolean hasDataToSend() {
        return !responder.responses().isEmpty()
                || (qp.sends() && !window.rnrTimer.running() && window.current() != null);
    }

    @Override
    public PathStatistics path() {
        long pace = qp.pacer().pacingBitsPerSecond();
        RateController control = qp.pacer().controller();
        return new PathStatistics(
                "standard",
                qp.pacer().rttNs(),
                control == null ? 0 : control.minRttNs(),
                window.inFlightBytes(),
                qp.maxInFlightBytes(),
                pace == RatePacer.UNLIMITED ? 0 : pace,
                0,
                control == null ? 0 : control.queueNs(),
                control == null ? "go-back-n" : control.state(),
                qp.mtu,
                (int) window.psns.una() & Psn.MASK,
                ArrivalStatistics.NONE);
    }

    @Override
    public void askForSign() {
        sign.owe();
    }

    @Override
    public void leaveShare() {
        window.stopSharing();
    }

    @Override
    public void stop() {
        sign.forget();
        window.stopSharing();
        window.ackTimer.stop();
        window.rnrTimer.stop();
    }

    @Override
    public void flush() {
        completions.flushAll();
        responder.flushReceives();
    }

    @Override
    public void silence() {
        responder.responses().clear();
    }

    @Override
    public void discard() {
        sign.forget();
        window.discardAll();
        responder.discardAll();
        qp.forgetPacer();
        established = false;
    }
}
