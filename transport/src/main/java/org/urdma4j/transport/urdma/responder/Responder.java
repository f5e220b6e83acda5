package org.urdma4j.transport.urdma.responder;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.retransmit.sack.Arrival;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.work.Verdict;
import org.urdma4j.verbs.WcFlags;

/**
 * Serves the peer's requests: places payload in whatever order it comes, and does what must be in
 * order (completions, READs, atomic operations, refusals) when everything before it has arrived.
 */
public final class Responder {
    /** What an honest peer may have on its way beyond what it was allowed. */
    private static final int MOST_WAITING = 4;

    /** Actions that wait for what is before them, of packets further ahead than as many. */
    public static final int MOST_ACTIONS = 1 << 15;

    private final QpContext qp;
    private final InboundSpace space;
    private final Placement placement;
    private final ActionHeap actions = new ActionHeap();
    private final RequestExecutor executor;
    private final NakSender nakSender;
    private boolean stalled;

    /** READs and atomic operations that wait for what is before them, or for room. */
    private int waiting;

    /** What the peer was told last that it may send, and whether it may be waiting for more. */
    private int limitReported;

    private boolean wanted;

    public Responder(
            QpContext qp,
            Agreement agreement,
            InboundSpace space,
            ResponseSender answers,
            NakSender nakSender,
            Runnable toError) {
        this.qp = qp;
        this.space = space;
        this.nakSender = nakSender;
        placement = new Placement(qp, agreement);
        executor = new RequestExecutor(qp, placement, answers, nakSender, toError);
    }

    public void start(int psn) {
        space.start(psn);
        placement.start();
        executor.start();
        actions.clear();
        stalled = false;
        waiting = 0;
        limitReported = 0;
        wanted = false;
        qp.receiveQueue.want(true); // the peer knows of none yet
    }

    /** Returns the message sequence number: requests completed, modulo 2^24. */
    public int msn() {
        return executor.msn();
    }

    /** Returns the first sequence number that has not arrived or not been acted upon. */
    public long acknowledged() {
        Action first = actions.first();
        long cumulative = space.sack.cumulative();
        return first == null ? cumulative : Math.min(cumulative, first.psn);
    }

    /**
     * Returns how many receive-consuming messages the peer may send, modulo 2^32, to be reported.
     */
    public int reportLimit() {
        int consumed = placement.consumed();
        limitReported = placement.allowed(consumed);
        wanted = false;
        boolean exhausted = limitReported - consumed <= 0;
        if (exhausted || !stalled) {
            qp.receiveQueue.want(exhausted);
        }
        if (exhausted) {
            limitReported = placement.allowed(consumed); // some may have been posted meanwhile
        }
        return limitReported;
    }

    /**
     * Receives were posted: a peer that may be waiting for them is told at once; returns whether it
     * is.
     */
    public boolean onReceivesPosted(long nowNs) {
        int consumed = placement.consumed();
        boolean exhausted = limitReported - consumed <= 0;
        boolean news = (wanted || exhausted) && placement.allowed(consumed) != limitReported;
        if (news || stalled) {
            run(nowNs);
        }
        if (news) {
            space.onReportAsked(nowNs);
        }
        return news;
    }

    public RequestExecutor executor() {
        return executor;
    }

    /**
     * Takes a request that its space has admitted.
     *
     * @param isNew whether it hasn't arrived before
     */
    public void onPacket(ReceivedPacket raw, UrdmaPacket packet, boolean isNew, long nowNs) {
        if (isNew) {
            onNew(raw, packet, nowNs);
        } else {
            qp.count(Counter.DUPLICATE_REQUEST);
            space.onDuplicate(packet, nowNs);
            run(nowNs);
        }
        if (packet.ackRequested()) {
            space.onReportAsked(nowNs);
        }
    }

    /** A peer that leaves a hole open can't make us remember any number of packets behind it. */
    private boolean overwhelmed(long psn) {
        return actions.size() >= MOST_ACTIONS && psn - space.sack.cumulative() >= MOST_ACTIONS;
    }

    private void onNew(ReceivedPacket raw, UrdmaPacket packet, long nowNs) {
        long psn = space.psn();
        if (actions.size() >= MOST_ACTIONS && overwhelmed(psn)) {
            qp.count(Counter.OUT_OF_SEQ_REQUEST);
            return;
        }
        int flags = packet.flags();
        boolean answered = (flags & (Opcode.READ | Opcode.ATOMIC)) != 0;
        if (answered && waiting >= MOST_WAITING + 2 * qp.maxDestReadAtomic) {
            executor.fail(Verdict.INVALID_REQUEST, psn, acknowledged());
            return;
        }
        Verdict verdict = Verdict.PASS;
        if ((flags & (Opcode.SEND | Opcode.WRITE)) != 0) {
            verdict = placement.place(raw, packet, flags);
        }
        if (verdict == Verdict.NOT_READY) {
            qp.count(Counter.SENT_RNR_ERR);
            nakSender.oweNotReady(packet.rmsn(), psn, acknowledged());
            wanted = true;
            return;
        }
        if (verdict == Verdict.PASS) {
            if (packet.isPiece() && !space.completes(packet)) {
                space.onPiece(packet, nowNs);
                return;
            }
            qp.counters.add(Counter.PLACED_BYTES, packet.wholeLength());
        }
        space.onPlaced(packet, nowNs);
        schedule(packet, psn, verdict);
        // A READ or atomic operation is answered: its requester waits for that and no report.
        if (!answered && ((flags & Opcode.PAYLOAD) == 0 || (flags & Opcode.END) != 0)) {
            space.sack.onMessageEnd(nowNs);
        }
        run(nowNs);
    }

    /** Takes a request that forward error correction gave back. */
    public void onRepaired(ReceivedPacket raw, long psn, long nowNs) {
        if (space.sack.classify(psn) != Arrival.NEW || overwhelmed(psn)) {
            return;
        }
        UrdmaPacket packet = raw.urdma();
        Verdict verdict = placement.place(raw, packet, packet.flags());
        if (verdict == Verdict.NOT_READY) {
            return; // it will be sent again
        }
        if (verdict == Verdict.PASS) {
            qp.counters.add(Counter.PLACED_BYTES, packet.payloadLength());
        }
        qp.count(Counter.REPAIRED_PKTS);
        space.sack.onRepaired(nowNs, psn);
        schedule(packet, psn, verdict);
        if (packet.has(Opcode.END)) {
            space.sack.onMessageEnd(nowNs);
        }
        run(nowNs);
    }

    private void schedule(UrdmaPacket packet, long psn, Verdict verdict) {
        if (verdict != Verdict.PASS) {
            Action refuse = actions.fresh(psn, Action.Kind.REFUSE);
            refuse.verdict = verdict;
            actions.add(refuse);
        } else if (packet.has(Opcode.READ)) {
            Action read = actions.fresh(psn, Action.Kind.READ);
            remoteMemory(read, packet);
            read.length = packet.toEnd();
            waiting++;
            actions.add(read);
        } else if (packet.has(Opcode.ATOMIC)) {
            boolean add = packet.opcode() == UrdmaOpcode.FETCH_ADD;
            Action atomic =
                    actions.fresh(psn, add ? Action.Kind.FETCH_ADD : Action.Kind.COMPARE_SWAP);
            remoteMemory(atomic, packet);
            waiting++;
            atomic.swapAdd = packet.swapAdd();
            atomic.compare = packet.compare();
            actions.add(atomic);
        } else if (packet.has(Opcode.COMPLETES_RECEIVE)) {
            actions.add(completion(packet, psn));
        } else if (packet.has(Opcode.END)) {
            executor.onWriteComplete();
        } else if (packet.has(Opcode.WRITE | Opcode.START)) {
            Action begin = actions.fresh(psn, Action.Kind.BEGIN_WRITE);
            begin.length = packet.toEnd();
            actions.add(begin);
        }
    }

    private static void remoteMemory(Action action, UrdmaPacket packet) {
        action.address = packet.virtualAddress();
        action.key = packet.rKey();
        action.number = packet.requestNumber();
    }

    private Action completion(UrdmaPacket packet, long psn) {
        boolean send = packet.has(Opcode.SEND);
        Action action =
                actions.fresh(psn, send ? Action.Kind.COMPLETE_SEND : Action.Kind.COMPLETE_WRITE);
        boolean immediate = packet.has(Opcode.IMMEDIATE);
        boolean invalidate = packet.has(Opcode.IETH);
        action.length = packet.wholeLength() + (send ? packet.messageOffset() : 0);
        action.whole = send || packet.has(Opcode.START);
        action.immediate =
                immediate ? packet.immediate() : invalidate ? packet.invalidateRkey() : 0;
        action.flags = (immediate ? WcFlags.WITH_IMM : 0) | (invalidate ? WcFlags.WITH_INV : 0);
        action.solicited = packet.solicited();
        return action;
    }

    /** Does what everything before has arrived for, as far as there is room. */
    void run(long nowNs) {
        Action action = actions.first();
        boolean was = stalled;
        stalled = false;
        while (action != null && action.psn < space.sack.cumulative() && !nakSender.fatal()) {
            if (limitReported - placement.consumed() <= 1) { // the last that the peer may send
                qp.receiveQueue.want(true);
            }
            if (!executor.execute(action, acknowledged())) {
                stalled = true;
                wanted |= action.kind == Action.Kind.COMPLETE_WRITE;
                return;
            }
            waiting -= action.answered() ? 1 : 0;
            actions.removeFirst();
            action = actions.first();
        }
        if (was) {
            space.onReportAsked(nowNs);
        }
    }

    /** An answer is acknowledged: what waited for its slot may go on. */
    public void resume(long nowNs) {
        if (stalled) {
            run(nowNs);
        }
    }

    public void clear() {
        actions.clear();
        stalled = false;
        waiting = 0;
    }
}
