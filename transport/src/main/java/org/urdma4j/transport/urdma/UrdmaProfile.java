package org.urdma4j.transport.urdma;

import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.congestion.CongestionControl;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.grant.GrantScheduler;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.Profile;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;

import java.util.List;

/**
 * The URDMA profile of one queue pair: the door to its {@link Parts}, and the beginning and end of
 * them all.
 */
public final class UrdmaProfile implements Profile {
    private final QpContext qp;
    private final Parts parts;
    private final DrainState drain;
    private final PacketIntake intake;
    private final ControlSender control;
    private final TransmitScheduler scheduler;
    private final Timers timers;
    private long nowNs;

    /**
     * Creates it for one queue pair.
     *
     * @param toError moves the queue pair to the error state and flushes it
     * @param port schedules what comes in at this port
     */
    public UrdmaProfile(QpContext qp, Agreement agreement, Runnable toError, GrantScheduler port) {
        this.qp = qp;
        qp.shapeTo(agreement.longestPacket());
        qp.tagWith(agreement.peer().verificationTag());
        parts = new Parts(qp, agreement, toError, port);
        drain = new DrainState(parts);
        intake = new PacketIntake(parts, drain);
        control = new ControlSender(parts);
        scheduler = new TransmitScheduler(parts, drain, control);
        timers = new Timers(parts, drain, scheduler);
    }

    @Override
    public void startReceiving(int psn) {
        parts.clock.reset();
        parts.proof.reset();
        parts.nakSender.clear();
        drain.start();
        intake.start();
        parts.responseReceiver.start();
        parts.nakReceiver.start();
        parts.responder.start(psn);
        parts.responseSender.start(parts.agreement.own().responsePsn(), qp.maxDestReadAtomic);
        parts.peerAnswers.start(parts.agreement.peer().responsePsn());
        parts.peerPaths.start();
        parts.migration.start();
        parts.grants.start();
        parts.mtu.start();
    }

    @Override
    public void startSending(int psn) {
        parts.requester.start(psn);
        parts.mtu.startSending();
    }

    @Override
    public void onModified() {
        parts.sending.cap(qp.rateLimit);
        parts.responseSender.resize(qp.maxDestReadAtomic);
        parts.requester.receives().retries(qp.rnrRetryCount);
    }

    @Override
    public boolean drained() {
        return parts.requester.drained();
    }

    @Override
    public void onDoorbell() {
        if (qp.responds() && parts.responder.onReceivesPosted(nowNs)) {
            parts.peerPaths.onNews();
        }
    }

    @Override
    public boolean looksElsewhere() {
        return parts.migration.enabled();
    }

    /** Takes the tag out and reads the headers; returns why a packet is to be dropped. */
    private Counter read(ReceivedPacket packet) {
        if (!packet.isUrdma()) {
            return Counter.DROPPED_QP_STATE;
        }
        Agreement agreement = parts.agreement;
        if (!qp.isSealed()) {
            if (!packet.mayHaveTag()) {
                return Counter.DROPPED_MALFORMED;
            }
            if (packet.verificationTag() != agreement.own().verificationTag()) {
                return Counter.DROPPED_WRONG_PEER;
            }
            packet.removeTag();
        }
        PacketStatus status = packet.readUrdma(agreement.fec(), agreement.paths());
        return status == PacketStatus.OK ? null : Counter.DROPPED_MALFORMED;
    }

    @Override
    public Counter onPacketTooLate(ReceivedPacket packet, long now) {
        Counter refusal = read(packet);
        if (refusal != null) {
            return refusal;
        }
        nowNs = now;
        boolean helped = intake.onPacketTooLate(packet, now);
        if (helped && !drain.draining()) {
            parts.withdraw();
        }
        return helped ? null : Counter.DROPPED_QP_STATE;
    }

    @Override
    public Counter onPacket(ReceivedPacket packet, long now) {
        Counter refusal = read(packet);
        if (refusal == null) {
            nowNs = now;
            intake.onPacket(packet, now);
        }
        return refusal;
    }

    @Override
    public void onChaff(int t1, int bytes, boolean marked, long now) {
        nowNs = now;
        intake.onChaff(t1, bytes, marked, now);
    }

    @Override
    public void onChaffSent(int packets, long now) {
        parts.sending.onChaffSent(packets, now);
    }

    @Override
    public boolean isFrom(Object source) {
        return parts.peerPaths.isFrom(source);
    }

    @Override
    public void onCongestionNotified(long now) {
        parts.sending.control().onNotified(now);
    }

    @Override
    public void poll(TransmitBatch batch, long now) {
        nowNs = now;
        scheduler.poll(batch, now);
    }

    @Override
    public void onTimer(long now) {
        nowNs = now;
        timers.onTimer(now);
    }

    @Override
    public void onHeld(long sinceNs, long now) {
        timers.onHeld(sinceNs, now);
    }

    @Override
    public long nextDeadlineNs(long now) {
        return timers.deadlineNs(now);
    }

    @Override
    public PathStatistics path() {
        CongestionControl path = parts.sending.control();
        long pace = path.pacingBitsPerSecond();
        return new PathStatistics(
                "urdma",
                path.rttNs(),
                path.minRttNs(),
                path.inFlightBytes(),
                path.windowBytes(),
                pace == Long.MAX_VALUE ? 0 : pace,
                path.deliveryBitsPerSecond(),
                path.queueNs(),
                parts.grants.state(path.state()),
                parts.mtu.size().bytes(),
                (int) parts.requests.sack.cumulative() & Psn.MASK);
    }

    @Override
    public List<RailStatistics> rails() {
        return parts.peerPaths.statistics();
    }

    @Override
    public long roundTripNs() {
        return parts.sending.control().rttNs();
    }

    @Override
    public void askForSign() {
        control.oweSign();
    }

    @Override
    public void trim() {
        parts.trim();
    }

    @Override
    public double batches() {
        return parts.sending.batches();
    }

    @Override
    public void passTurn() {
        parts.sending.onNothingSent();
    }

    @Override
    public void leaveShare() {
        parts.grants.forget();
        parts.sending.leaveCrowd();
        parts.mtu.leaveShare();
    }

    @Override
    public void stop() {
        drain.stop();
        control.forgetSign();
        parts.grants.stop();
        parts.requester.receives().stop();
        if (!drain.draining()) {
            parts.withdraw();
        }
    }

    @Override
    public void flush() {
        parts.completions.flushAll();
        qp.flushReceives();
    }

    @Override
    public void silence() {
        parts.silence();
    }

    @Override
    public void discard() {
        parts.completions.discardAll();
        qp.discardReceives();
        parts.responder.clear();
        silence();
        stop();
    }
}
