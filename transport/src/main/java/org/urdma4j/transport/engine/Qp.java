package org.urdma4j.transport.engine;

import org.urdma4j.codec.ib.AckTimeout;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.congestion.FixedRatePacer;
import org.urdma4j.retransmit.RetransmitTimer;
import org.urdma4j.retransmit.RetryBudget;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;

/**
 * A reliable connection: requester, completer and responder behind one door, and the state machine
 * over them. Confined to the event loop of its {@link Shard}.
 */
public final class Qp {
    private static final int UNLIMITED_RNR_RETRY = 7;

    private final QpContext context;
    private final RequestWindow window;
    private final SendCompletions completions;
    private final InFlightShares shares;
    private final Requester requester;
    private final Completer completer;
    private final Responder responder;
    private boolean requestsFirst;
    private boolean notifyDrained;
    private boolean established;

    // Owned by the shard.
    long deadlineNs = RetransmitTimer.NEVER;
    int heapIndex = -1;
    boolean ready;

    Qp(
            QpSetup setup,
            EngineConfig config,
            RegionTable regions,
            Counters total,
            InFlightShares shares) {
        this.shares = shares;
        context = new QpContext(setup, config, regions, total);
        window = new RequestWindow(context);
        completions = new SendCompletions(context, window, this::failAndFallSilent);
        requester = new Requester(context, window, completions);
        completer = new Completer(context, window, completions);
        responder = new Responder(context, this::fail);
    }

    public int qpn() {
        return context.qpn;
    }

    public QpState state() {
        return context.state();
    }

    public Counters counters() {
        return context.counters;
    }

    /** Returns the route to the connected peer, null before the move to RTR. */
    public Route route() {
        return context.route;
    }

    /**
     * Applies attributes that {@link QpStateTable} has agreed to, and then the move.
     *
     * @param route where packets go, given with {@link QpAttrMask#AV}
     * @param pKey the partition key, given with {@link QpAttrMask#PKEY_INDEX}
     */
    public void modify(QpAttr attr, int mask, Route route, int pKey) {
        QpState target = (mask & QpAttrMask.STATE) != 0 ? attr.qpState() : state();
        applyAddress(attr, mask, route, pKey);
        applyLimits(attr, mask);
        if (target == QpState.RTR && state() == QpState.INIT) {
            responder.start(attr.rqPsn());
        } else if (target == QpState.RTS && state() == QpState.RTR) {
            window.start(attr.sqPsn());
        }
        if (target == QpState.ERR) {
            failAndFallSilent();
        } else if (target == QpState.RESET) {
            reset();
        } else if (target != state()) {
            context.moveTo(target);
        }
        if (state() == QpState.SQD) {
            notifyDrained |=
                    (mask & QpAttrMask.EN_SQD_ASYNC_NOTIFY) != 0 && attr.enSqdAsyncNotify();
            reportDrained();
        }
    }

    /** Returns whether it is in SQD with requests begun and not finished. */
    public boolean draining() {
        return state() == QpState.SQD && !window.drained();
    }

    /** Tells the application, if it asked, that all requests begun before SQD are finished. */
    private void reportDrained() {
        if (notifyDrained && state() == QpState.SQD && window.drained()) {
            notifyDrained = false;
            context.raise(EventType.SQ_DRAINED);
        }
    }

    private void applyAddress(QpAttr attr, int mask, Route route, int pKey) {
        if ((mask & QpAttrMask.PKEY_INDEX) != 0) {
            context.pKey = pKey;
        }
        if ((mask & QpAttrMask.ACCESS_FLAGS) != 0) {
            context.accessFlags = attr.qpAccessFlags();
        }
        if ((mask & QpAttrMask.AV) != 0) {
            context.route = route;
            leaveShare();
            context.share = shares.of(route);
        }
        if ((mask & QpAttrMask.PATH_MTU) != 0) {
            context.mtu = attr.pathMtu().bytes();
            applyRate(context.pacer.bitsPerSecond());
        }
        if ((mask & QpAttrMask.DEST_QPN) != 0) {
            context.destQpn = attr.destQpNum();
        }
    }

    private void applyLimits(QpAttr attr, int mask) {
        if ((mask & QpAttrMask.TIMEOUT) != 0) {
            context.ackTimeoutNs = AckTimeout.nanos(attr.timeout());
        }
        if ((mask & QpAttrMask.RETRY_CNT) != 0) {
            window.retries.limit(attr.retryCnt());
        }
        if ((mask & QpAttrMask.RNR_RETRY) != 0) {
            int retries = attr.rnrRetry();
            window.rnrRetries.limit(
                    retries == UNLIMITED_RNR_RETRY ? RetryBudget.UNLIMITED : retries);
        }
        if ((mask & QpAttrMask.MIN_RNR_TIMER) != 0) {
            context.minRnrTimer = attr.minRnrTimer();
        }
        if ((mask & QpAttrMask.MAX_QP_RD_ATOMIC) != 0) {
            context.maxReadAtomic = attr.maxRdAtomic();
        }
        if ((mask & QpAttrMask.MAX_DEST_RD_ATOMIC) != 0) {
            context.maxDestReadAtomic = attr.maxDestRdAtomic();
        }
        if ((mask & QpAttrMask.RATE_LIMIT) != 0) {
            applyRate(attr.rateLimit() * 1000L);
        }
    }

    private void applyRate(long bitsPerSecond) {
        int packet = Opcode.headerLength(Opcode.RC_RDMA_WRITE_ONLY_WITH_IMMEDIATE) + context.mtu;
        context.pacer.rate(bitsPerSecond, packet + context.config.framingBytes());
    }

    /** Moves to the error state and flushes; what the responder owes still goes out. */
    private void fail() {
        if (state() != QpState.ERR) {
            window.stopSharing();
            window.ackTimer.stop();
            window.rnrTimer.stop();
            context.moveTo(QpState.ERR);
        }
        flush();
    }

    private void failAndFallSilent() {
        fail();
        responder.responses().clear();
    }

    private void flush() {
        completions.flushAll();
        responder.flushReceives();
    }

    InFlightShare share() {
        return context.share;
    }

    /** Leaves nothing behind in what it shares with others. */
    void dispose() {
        leaveShare();
    }

    private void leaveShare() {
        window.stopSharing();
        shares.release(context.share);
        context.share = new InFlightShare(null);
    }

    private void reset() {
        window.discardAll();
        responder.discardAll();
        context.pacer.rate(FixedRatePacer.UNLIMITED, 0);
        notifyDrained = false;
        established = false;
        context.moveTo(QpState.RESET);
    }

    /** Work has been posted. */
    void onDoorbell() {
        if (state() == QpState.ERR) {
            flush();
        } else if (context.responds()) {
            responder.responses().onReceivesPosted();
        }
    }

    /** Takes a packet addressed to this queue pair. */
    void onPacket(ReceivedPacket packet, long nowNs) {
        TransportPacket headers = packet.headers();
        Counter objection = objection(packet);
        if (objection != null) {
            context.count(objection);
            return;
        }
        context.count(Counter.RCVD_PKTS);
        context.counters.add(
                Counter.RCVD_BYTES, headers.length() + (long) TransmitBatch.ICRC_LENGTH);
        if (headers.has(Opcode.RESPONSE)) {
            completer.onPacket(packet, nowNs);
            reportDrained();
            return;
        }
        if (state() == QpState.RTR && !established) {
            established = true;
            context.raise(EventType.COMM_EST);
        }
        responder.onPacket(packet);
    }

    private Counter objection(ReceivedPacket packet) {
        TransportPacket headers = packet.headers();
        boolean response = headers.has(Opcode.RESPONSE);
        if (!headers.has(Opcode.RC) || !(response ? context.sends() : context.responds())) {
            return Counter.DROPPED_QP_STATE;
        }
        if (!samePartition(headers.pKey(), context.pKey)) {
            return Counter.DROPPED_PKEY;
        }
        return context.route.isFrom(packet.source()) ? null : Counter.DROPPED_WRONG_PEER;
    }

    /** The same partition, and at least one of both a full member of it (IBTA 1.4 §10.9.3). */
    private static boolean samePartition(int a, int b) {
        int member = 0x8000;
        return ((a ^ b) & ~member & Bth.DEFAULT_P_KEY) == 0 && ((a | b) & member) != 0;
    }

    /** Adds packets to {@code batch}; adds none when there is nothing that may go now. */
    void poll(TransmitBatch batch, long nowNs) {
        boolean sends = context.sends();
        if (sends && requestsFirst) {
            requester.poll(batch, nowNs);
        }
        if (batch.isEmpty() && context.route != null) {
            responder.responses().poll(batch, nowNs);
        }
        if (sends && batch.isEmpty() && !requestsFirst) {
            requester.poll(batch, nowNs);
        }
        requestsFirst = !requestsFirst;
        if (!batch.isEmpty()) {
            context.counters.add(Counter.SENT_PKTS, batch.count());
            context.counters.add(Counter.SENT_BYTES, batch.bytes());
        }
    }

    /** Does what is due at {@code nowNs}. */
    void onTimer(long nowNs) {
        if (window.ackTimer.expired(nowNs)) {
            requester.onAckTimeout();
        }
        if (window.rnrTimer.expired(nowNs)) {
            requester.onRnrTimeout();
        }
    }

    /** Returns when {@link #onTimer} or {@link #poll} is next to be called without other cause. */
    long nextDeadlineNs(long nowNs) {
        long deadline = Math.min(window.ackTimer.deadlineNs(), window.rnrTimer.deadlineNs());
        if (context.pacer.budget(nowNs) == 0 && hasDataToSend()) {
            deadline = Math.min(deadline, context.pacer.nextTransmitNs(nowNs));
        }
        return deadline;
    }

    private boolean hasDataToSend() {
        return !responder.responses().isEmpty()
                || (context.sends() && !window.rnrTimer.running() && window.current() != null);
    }
}
