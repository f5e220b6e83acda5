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
 * The URDMA profile of one queue pair: the door to its {@link UrdmaConnection}, and the beginning
 * and end of them all.
 */
public final class UrdmaProfile implements Profile {
    private final QpContext qp;
    private final UrdmaConnection connection;
    private final Receiver receiver;
    private final Sender sender;
    private final Timers timers;
    private final int tag;
    private final boolean fec;
    private final boolean paths;
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
        connection = new UrdmaConnection(qp, agreement, toError, port);
        receiver = new Receiver(connection);
        sender = new Sender(connection);
        timers = new Timers(connection, sender);
        tag = agreement.own().verificationTag();
        fec = agreement.fec();
        paths = agreement.paths();
    }

    @Override
    public void startReceiving(int psn) {
        connection.clock.reset();
        connection.proof.reset();
        connection.nakSender.clear();
        connection.start();
        receiver.start();
        connection.responseReceiver.start();
        connection.nakReceiver.start();
        connection.responder.start(psn);
        connection.responseSender.start(
                connection.agreement.own().responsePsn(), qp.maxDestReadAtomic);
        connection.peerAnswers.start(connection.agreement.peer().responsePsn());
        connection.peerPaths.start();
        connection.migration.start();
        connection.grants.start();
        connection.mtu.start();
    }

    @Override
    public void startSending(int psn) {
        connection.requester.start(psn);
        connection.mtu.startSending();
    }

    @Override
    public void onModified() {
        connection.sending.cap(qp.rateLimit);
        connection.responseSender.resize(qp.maxDestReadAtomic);
        connection.requester.receives().retries(qp.rnrRetryCount);
    }

    @Override
    public boolean drained() {
        return connection.requester.drained();
    }

    @Override
    public void onDoorbell() {
        if (qp.responds() && connection.responder.onReceivesPosted(nowNs)) {
            connection.peerPaths.onNews();
        }
    }

    @Override
    public boolean looksElsewhere() {
        return connection.migration.enabled();
    }

    /** Takes the tag out and reads the headers; returns why a packet is to be dropped. */
    private Counter read(ReceivedPacket packet) {
        if (!packet.isUrdma()) {
            return Counter.DROPPED_QP_STATE;
        }
        Counter refusal = qp.isSealed() ? null : packet.removeTag(tag);
        if (refusal != null) {
            return refusal;
        }
        PacketStatus status = packet.readUrdma(fec, paths);
        return status == PacketStatus.OK ? null : Counter.DROPPED_MALFORMED;
    }

    @Override
    public Counter onPacketTooLate(ReceivedPacket packet, long now) {
        Counter refusal = read(packet);
        if (refusal != null) {
            return refusal;
        }
        nowNs = now;
        boolean helped = receiver.onPacketTooLate(packet, now);
        if (helped && !connection.draining()) {
            connection.withdraw();
        }
        return helped ? null : Counter.DROPPED_QP_STATE;
    }

    @Override
    public Counter onPacket(ReceivedPacket packet, long now) {
        Counter refusal = read(packet);
        if (refusal == null) {
            nowNs = now;
            receiver.onPacket(packet, now);
        }
        return refusal;
    }

    @Override
    public void onChaff(int t1, int bytes, boolean marked, long now) {
        nowNs = now;
        receiver.onChaff(t1, bytes, marked, now);
    }

    @Override
    public void onChaffSent(int packets, long now) {
        connection.sending.onChaffSent(packets, now);
    }

    @Override
    public boolean isFrom(Object source) {
        return connection.peerPaths.isFrom(source);
    }

    @Override
    public void onCongestionNotified(long now) {
        connection.sending.control().onNotified(now);
    }

    @Override
    public void poll(TransmitBatch batch, long now) {
        nowNs = now;
        sender.poll(batch, now);
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
        CongestionControl path = connection.sending.control();
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
                connection.grants.state(path.state()),
                connection.mtu.size().bytes(),
                (int) connection.requests.sack.cumulative() & Psn.MASK,
                receiver.arrivals());
    }

    @Override
    public List<RailStatistics> rails() {
        return connection.peerPaths.statistics();
    }

    @Override
    public long roundTripNs() {
        return connection.sending.control().rttNs();
    }

    @Override
    public void askForSign() {
        sender.oweSign();
    }

    @Override
    public void trim() {
        connection.trim();
    }

    @Override
    public double batches() {
        return connection.sending.batches();
    }

    @Override
    public void passTurn() {
        connection.sending.onNothingSent();
    }

    @Override
    public void leaveShare() {
        connection.grants.forget();
        connection.sending.leaveCrowd();
        connection.mtu.leaveShare();
    }

    @Override
    public void stop() {
        connection.stop();
        sender.forgetSign();
        connection.grants.stop();
        connection.requester.receives().stop();
        if (!connection.draining()) {
            connection.withdraw();
        }
    }

    @Override
    public void flush() {
        connection.completions.flushAll();
        qp.flushReceives();
    }

    @Override
    public void silence() {
        connection.silence();
    }

    @Override
    public void discard() {
        connection.completions.discardAll();
        qp.discardReceives();
        connection.responder.clear();
        silence();
        stop();
    }
}
