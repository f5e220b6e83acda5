package org.urdma4j.transport.unreliable;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.congestion.RateController;
import org.urdma4j.congestion.RatePacer;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.ArrivalStatistics;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.Profile;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.wire.PayloadSource;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.ReceiveCompletions;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;

/**
 * UC, UD or whole frames: a sender and a receiver that know nothing of each other, paced at the
 * rate limit.
 */
public final class UnreliableProfile implements Profile {
    /** No packet of the transport has both. */
    private static final int NO_SERVICE = Opcode.UC | Opcode.UD;

    private final QpContext context;
    private final int service;
    private final Sender sender;
    private final Receiver receiver;
    private boolean established;

    private UnreliableProfile(QpContext context, int service, Sender sender, Receiver receiver) {
        this.context = context;
        this.service = service;
        this.sender = sender;
        this.receiver = receiver;
    }

    /**
     * Creates the profile of a UC queue pair.
     *
     * @param toError moves the queue pair to the error state and flushes it
     */
    public static UnreliableProfile connected(QpContext context, Runnable toError) {
        ReceiveCompletions receives = new ReceiveCompletions(context, toError);
        return new UnreliableProfile(
                context,
                Opcode.UC,
                new Sender(context, new MessageWriter(context), toError),
                new MessageReceiver(context, receives));
    }

    /**
     * Creates the profile of a UD queue pair.
     *
     * @param toError moves the queue pair to the error state and flushes it
     */
    public static UnreliableProfile datagram(QpContext context, Runnable toError) {
        ReceiveCompletions receives = new ReceiveCompletions(context, toError);
        return new UnreliableProfile(
                context,
                Opcode.UD,
                new Sender(context, new DatagramWriter(context), toError),
                new DatagramReceiver(context, receives));
    }

    /**
     * Creates the profile of a RAW_PACKET queue pair.
     *
     * @param toError moves the queue pair to the error state and flushes it
     */
    public static UnreliableProfile rawPacket(QpContext context, Runnable toError) {
        ReceiveCompletions receives = new ReceiveCompletions(context, toError);
        return new UnreliableProfile(
                context,
                NO_SERVICE,
                new Sender(context, new RawPacketWriter(context), toError),
                new RawPacketReceiver(context, receives));
    }

    @Override
    public void startReceiving(int psn) {
        receiver.start(psn);
    }

    @Override
    public void startSending(int psn) {
        sender.start(psn);
    }

    @Override
    public void onModified() {
        int packet = Opcode.headerLength(Opcode.UC_RDMA_WRITE_ONLY) + context.mtu;
        context.pacer().rate(context.rateLimit, packet + context.config.framingBytes());
    }

    @Override
    public boolean drained() {
        return sender.drained();
    }

    @Override
    public void onDoorbell() {
        if (context.state() == QpState.SQE) {
            sender.flush();
        }
    }

    @Override
    public Counter onPacket(ReceivedPacket packet, long nowNs) {
        boolean takes = packet.headers().has(service) && context.responds();
        if (takes && service == Opcode.UD && packet.headers().qKey() != context.qKey) {
            return Counter.DROPPED_QKEY;
        }
        Counter refusal = Profile.refusal(packet, takes);
        if (refusal != null) {
            return refusal;
        }
        if (service == Opcode.UC && context.state() == QpState.RTR && !established) {
            established = true;
            context.raise(EventType.COMM_EST);
        }
        receiver.onPacket(packet);
        return null;
    }

    @Override
    public void onFrame(PayloadSource frame, int bytes) {
        receiver.onFrame(frame, bytes);
    }

    @Override
    public void onCongestionNotified(long nowNs) {
        context.pacer().onNotified(nowNs);
    }

    @Override
    public void poll(TransmitBatch batch, long nowNs) {
        if (context.sends()) {
            sender.poll(batch, nowNs);
        }
    }

    @Override
    public void onTimer(long nowNs) {
        // Nothing is waited for but the pacer, and that is asked in the poll that follows.
    }

    @Override
    public long nextDeadlineNs(long nowNs) {
        return context.pacer().budget(nowNs) == 0 && sender.hasWork()
                ? context.pacer().nextTransmitNs(nowNs)
                : Long.MAX_VALUE;
    }

    @Override
    public PathStatistics path() {
        long pace = context.pacer().pacingBitsPerSecond();
        RateController control = context.pacer().controller();
        return new PathStatistics(
                "standard",
                0,
                0,
                0,
                Long.MAX_VALUE,
                pace == RatePacer.UNLIMITED ? 0 : pace,
                0,
                0,
                control == null ? "unreliable" : control.state(),
                context.mtu,
                0,
                ArrivalStatistics.NONE);
    }

    @Override
    public void leaveShare() {
        // What is in flight isn't known, so it is no part of what the peer's queue pairs share.
    }

    @Override
    public void stop() {
        // There are no timers to stop.
    }

    @Override
    public void flush() {
        sender.flush();
        receiver.reset();
        context.flushReceives();
    }

    @Override
    public void silence() {
        // Nothing is ever owed to the peer.
    }

    @Override
    public void discard() {
        sender.discard();
        receiver.reset();
        context.discardReceives();
        context.forgetPacer();
        established = false;
    }
}
