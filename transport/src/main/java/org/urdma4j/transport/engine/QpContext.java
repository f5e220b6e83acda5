package org.urdma4j.transport.engine;

import org.urdma4j.congestion.FixedRatePacer;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;

/**
 * What requester, completer and responder of one queue pair share: who it is, what it is attached
 * to, and the attributes that modify sets.
 */
final class QpContext {
    final int qpn;
    final int domain;
    final boolean signalAll;
    final EngineConfig config;
    final RegionTable regions;
    final Counters counters;
    final SendQueue sendQueue;
    final ReceiveQueue receiveQueue;
    final FixedRatePacer pacer = new FixedRatePacer();
    private final CompletionSink sendSink;
    private final CompletionSink receiveSink;
    private final QpListener listener;

    Route route;

    /** Shared with the other queue pairs to the same peer. */
    InFlightShare share = new InFlightShare(null);

    int destQpn;
    int pKey;
    int mtu;
    int accessFlags;
    long ackTimeoutNs;
    int minRnrTimer;
    int maxReadAtomic;
    int maxDestReadAtomic;
    private QpState state = QpState.RESET;

    QpContext(QpSetup setup, EngineConfig config, RegionTable regions, Counters total) {
        this.qpn = setup.qpn();
        this.domain = setup.domain();
        this.signalAll = setup.signalAll();
        this.sendQueue = setup.sendQueue();
        this.receiveQueue = setup.receiveQueue();
        this.sendSink = setup.sendSink();
        this.receiveSink = setup.receiveSink();
        this.listener = setup.listener();
        this.config = config;
        this.regions = regions;
        this.counters = new Counters(total);
    }

    QpState state() {
        return state;
    }

    void moveTo(QpState next) {
        state = next;
        listener.onState(next);
    }

    void raise(EventType event) {
        listener.onEvent(event);
    }

    /** A completion was lost: no request is to blame for what follows. */
    void raiseOverrun() {
        if (state != QpState.ERR) {
            raise(EventType.QP_FATAL);
        }
    }

    /** Returns how many bytes may be in flight now. */
    long maxInFlightBytes() {
        return share.of(config.maxInFlightBytes());
    }

    boolean responds() {
        return state == QpState.RTR
                || state == QpState.RTS
                || state == QpState.SQD
                || state == QpState.SQE;
    }

    boolean sends() {
        return state == QpState.RTS || state == QpState.SQD;
    }

    void count(Counter counter) {
        counters.increment(counter);
    }

    /** Delivers a completion of the send side; returns false when the queue has overrun. */
    boolean completeSend(long wrId, WcStatus status, WcOpcode opcode, long bytes) {
        return sendSink.complete(
                wrId, status, opcode, bytes, 0, 0, qpn, status != WcStatus.SUCCESS);
    }

    /** Delivers a completion of the receive side; returns false when the queue has overrun. */
    boolean completeReceive(
            long wrId,
            WcStatus status,
            WcOpcode opcode,
            long bytes,
            int immediate,
            int flags,
            boolean solicited) {
        return receiveSink.complete(
                wrId,
                status,
                opcode,
                bytes,
                immediate,
                flags,
                qpn,
                solicited || status != WcStatus.SUCCESS);
    }
}
