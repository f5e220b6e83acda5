package org.urdma4j.transport.urdma.requester;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.urdma.fec.RepairSender;
import org.urdma4j.transport.urdma.mtu.PayloadSize;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.packet.DataWriter;
import org.urdma4j.transport.urdma.packet.PacketTag;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.Owed;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.Requests;
import org.urdma4j.transport.work.SendCompletions;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.WcStatus;

import java.util.function.LongConsumer;

/**
 * Sends work requests in order, and again what is missing of them. New packets never wait for what
 * is to be sent again, only for congestion control, fences, the limit on READs and on receives.
 */
public final class Requester {
    /** More packets than a message has. */
    private static final long MANY = 1L << 40;

    private final QpContext qp;
    private final SendQueue queue;
    private final PayloadSize size;
    private final OutboundSpace space;
    private final SendBudget sending;
    private final DataWriter writer;
    private final SendCompletions completions;
    private final RepairSender repairs;
    private final WriteHazards hazards;
    private final boolean relaxed;
    private final boolean fec;
    private final OutstandingReads reads = new OutstandingReads();
    private final ReceiveLimit receives;
    private final SendCursor cursor;
    private final Completer completer;
    private final Resender resender;
    private int nextRmsn;
    private long queuedBehind;

    /**
     * Creates it.
     *
     * @param size what a full packet carries
     * @param onLostAgain is told, with the time, of a packet that was sent again in vain
     */
    public Requester(
            QpContext qp,
            Agreement agreement,
            PayloadSize size,
            LongConsumer onLostAgain,
            OutboundSpace space,
            Owed owed,
            SendBudget sending,
            DataWriter writer,
            RepairSender repairs,
            SendCompletions completions) {
        this.qp = qp;
        this.queue = qp.sendQueue;
        this.size = size;
        this.space = space;
        this.sending = sending;
        this.writer = writer;
        this.repairs = repairs;
        this.completions = completions;
        this.relaxed = agreement.relaxedOrder();
        this.fec = repairs.enabled();
        this.receives = new ReceiveLimit(owed);
        this.hazards = new WriteHazards(qp.sendQueue, agreement.relaxedOrder());
        this.completer = new Completer(qp.sendQueue, space, completions, receives);
        this.cursor = new SendCursor(queue, size);
        this.resender =
                new Resender(qp, cursor, space, sending, writer, completer, receives, onLostAgain);
        receives.start(agreement.peer().receiveLimit());
    }

    public void start(int psn) {
        space.start(psn);
        cursor.moveTo(queue.head());
        nextRmsn = 0;
        completer.start(psn);
        reads.start();
        hazards.clear();
        repairs.clear();
        resender.start();
    }

    public OutstandingReads reads() {
        return reads;
    }

    /** Returns whether a request has left whose answer isn't whole yet. */
    boolean awaitsAnswers() {
        SendWqe next = cursor.next();
        boolean nextCounts = cursor.begun && next != null && next.isAnswered();
        return reads.outstanding() > (nextCounts ? 1 : 0);
    }

    public ReceiveLimit receives() {
        return receives;
    }

    public Completer completer() {
        return completer;
    }

    /** Adds a probe, or packets that are missing, or new ones, in this order, to a batch. */
    public void poll(TransmitBatch batch, long nowNs) {
        if (completer.refused()) {
            return;
        }
        if (space.probeOwed()) {
            resender.probe(batch, nowNs);
        }
        if (resender.resendLost(batch, nowNs) && !completer.failing()) {
            sendNew(batch, nowNs);
        }
    }

    private void sendNew(TransmitBatch batch, long nowNs) {
        while (sending.hasBudget()) {
            if (fec && repairs.due()) {
                if (sending.keepsApart(batch)) {
                    return;
                }
                if (!repairs.poll(batch, sending, nowNs)) {
                    return;
                }
                continue;
            }
            if (!space.sack.mayGrow()) {
                return;
            }
            SendWqe wqe = cursor.next();
            if (wqe == null || !(cursor.begun || begin(wqe, nowNs))) {
                return;
            }
            if (!cursor.begun) {
                continue; // it was a local one, whose slot may be free by now
            }
            writer.select(wqe, cursor.offset);
            int length = writer.length();
            if (!batch.accepts(length)) {
                return;
            }
            long psn = space.sack.next();
            boolean last = writer.isLast();
            RepairSender group = null;
            if (fec) {
                group = group(batch, wqe, psn);
                if (repairs.due()) {
                    continue;
                }
            }
            boolean waitedFor = sending.isWaitedFor();
            boolean ends = last && waitedFor && queue.at(cursor.position + 1) == null;
            int flags = sending.asks(waitedFor) || ends ? Bth.ACK_REQ : 0;
            if (!writer.write(batch, wqe, psn, flags, group, nowNs)) {
                completer.failAt(cursor.position, WcStatus.LOC_PROT_ERR);
                return;
            }
            space.sack.onSent(nowNs, PacketTag.of(cursor.position, cursor.offset));
            sending.onSent(length, nowNs);
            cursor.offset += writer.payload();
            if (last) {
                wqe.endsBefore(psn + 1);
                cursor.moveTo(cursor.position + 1);
            }
        }
    }

    /** Returns about how many bytes of payload wait to be sent for the first time. */
    public long backlogBytes() {
        return cursor.bytes();
    }

    /** Returns the group that the packet joins, null for none. */
    private RepairSender group(TransmitBatch batch, SendWqe wqe, long psn) {
        if (!writer.carries()) {
            repairs.close();
            return null;
        }
        long left = size.packets(wqe.length() - cursor.offset);
        repairs.onNext(batch, psn, size.packets(wqe.length()), left, left + queuedBehind);
        return repairs.open() ? repairs : null;
    }

    /** Returns whether the request has its sequence numbers and its packets may go. */
    private boolean begin(SendWqe wqe, long nowNs) {
        if (qp.state() != QpState.RTS || (wqe.has(SendFlags.FENCE) && reads.outstanding() > 0)) {
            return false;
        }
        if (wqe.isLocal()) {
            return execute(wqe);
        }
        WcStatus problem = Requests.problemOf(qp, wqe);
        if (problem != WcStatus.SUCCESS) {
            failInOrder(problem);
            return false;
        }
        if (!(wqe.isAnswered() ? placeAnswered(wqe) : place(wqe, nowNs))) {
            return false;
        }
        queuedBehind = fec ? cursor.packetsBehind() : 0;
        cursor.begun = true;
        return true;
    }

    /** Carries out a request that sends nothing; it completes after those before it. */
    private boolean execute(SendWqe wqe) {
        WcStatus problem = Requests.execute(qp, wqe);
        if (problem != WcStatus.SUCCESS) {
            failInOrder(problem);
            return false;
        }
        wqe.place(space.sack.next(), 0, 0);
        cursor.moveTo(cursor.position + 1);
        completer.completeInOrder();
        return true;
    }

    /** Completions come in order: an unusable request waits for those before it. */
    private void failInOrder(WcStatus problem) {
        if (cursor.position == queue.head()) {
            completions.failOldest(problem);
        }
    }

    /** Returns whether the request may begin; then it has its numbers. */
    private boolean placeAnswered(SendWqe wqe) {
        if (reads.outstanding() >= qp.maxReadAtomic || (!relaxed && reads.overlap(queue, wqe))) {
            return false;
        }
        wqe.place(space.sack.next(), 1, 0);
        wqe.awaitAnswers(answerBytes(wqe));
        wqe.number(reads.begin(cursor.position), nextRmsn);
        return true;
    }

    private boolean place(SendWqe wqe, long nowNs) {
        boolean consumes = wqe.consumesReceive();
        if (consumes && !receives.allows(nextRmsn)) {
            receives.onBlocked(nowNs, space.sack.rtoNs());
            return false;
        }
        if (!hazards.allow(wqe, cursor.position)) {
            return false;
        }
        // how many packets it takes is known when the last has left
        wqe.place(space.sack.next(), MANY, 0);
        wqe.awaitAnswers(0);
        wqe.number(0, nextRmsn);
        nextRmsn += consumes ? 1 : 0;
        return true;
    }

    /** Returns what is awaited of the answer; of one without payload, its packet. */
    private static long answerBytes(SendWqe wqe) {
        return wqe.isAtomic() ? 1 : Math.max(1, wqe.length());
    }

    /** Returns whether message {@code rmsn}, modulo 2^32, was begun and is not completed. */
    boolean isUnderWay(int rmsn) {
        SendWqe oldest = completions.oldest();
        return oldest != null && rmsn - (int) oldest.receives() >= 0 && nextRmsn - rmsn > 0;
    }

    /**
     * The peer refuses the request that packet {@code psn} belongs to; see {@link
     * Completer#refuse}.
     */
    boolean refuse(long psn, long acknowledged, WcStatus status) {
        return completer.refuse(psn, cursor.position, acknowledged, status);
    }

    /** The peer has had no receive for message {@code rmsn} for too long. */
    void refuseMessage(int rmsn, WcStatus status) {
        completer.refuseMessage(rmsn, cursor.position, status);
    }

    /** Returns whether every request that was begun is finished. */
    public boolean drained() {
        return !cursor.begun && queue.head() >= cursor.position;
    }

    /**
     * Returns whether packets would leave if congestion control let them: not when every request
     * was sent, or the next has to wait for something that the path doesn't decide.
     */
    public boolean isReady(long nowNs) {
        long lost = space.sack.nextLost();
        if ((fec && repairs.due()) || (lost >= 0 && !resender.isHeld(lost))) {
            return true;
        }
        SendWqe wqe = cursor.next();
        return wqe != null && (cursor.begun || begin(wqe, nowNs));
    }

    /**
     * Returns about how many bytes of payload would leave if nothing but the path held them, each
     * packet with {@code overhead}.
     *
     * @param packet what one that is sent again may take
     */
    public long backlog(int overhead, long packet, long nowNs) {
        if (completer.refused() || !isReady(nowNs)) {
            return 0;
        }
        long lost = space.sack.hasLost() ? space.sack.mostLost() * packet : 0;
        return lost + cursor.bytes(overhead, nextRmsn, reads, receives);
    }

    /** Returns whether there is a request that has packets to send now or later. */
    public boolean hasWork() {
        if (completer.refused() || completer.failing()) {
            return !completer.refused() && space.sack.hasLost();
        }
        return repairs.due() || space.sack.hasLost() || cursor.next() != null;
    }
}
