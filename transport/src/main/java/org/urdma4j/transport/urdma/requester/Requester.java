package org.urdma4j.transport.urdma.requester;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.urdma.fec.RepairSender;
import org.urdma4j.transport.urdma.mtu.PayloadSize;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.packet.DataWriter;
import org.urdma4j.transport.urdma.packet.PacketTag;
import org.urdma4j.transport.urdma.packet.PieceCursor;
import org.urdma4j.transport.urdma.report.OutboundSpace;
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
    /** Requests behind the present one that are counted, to see where the transfer ends. */
    private static final int LOOK_AHEAD = 64;

    /** Requests that are counted to say what there is to send. */
    private static final int MOST_COUNTED = 4096;

    /** What is to be sent again counts as so much, however much it is. */
    private static final long LOST_BYTES = 64 << 10;

    /** More packets than a message has. */
    private static final long MANY = 1L << 40;

    private final QpContext qp;
    private final SendQueue queue;
    private final PayloadSize size;
    private final LongConsumer onLostAgain;
    private final PieceCursor pieces = new PieceCursor();
    private final OutboundSpace space;
    private final SendBudget sending;
    private final DataWriter writer;
    private final SendCompletions completions;
    private final RepairSender repairs;
    private final WriteHazards hazards;
    private final boolean relaxed;
    private final OutstandingReads reads = new OutstandingReads();
    private final ReceiveLimit receives = new ReceiveLimit();
    private final Completer completer;

    /** Position of the request whose packets are sent next, and how much of it was sent. */
    private long cursor;

    private long offset;
    private boolean begun;
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
            SendBudget sending,
            DataWriter writer,
            RepairSender repairs,
            SendCompletions completions) {
        this.qp = qp;
        this.queue = qp.sendQueue;
        this.size = size;
        this.onLostAgain = onLostAgain;
        this.space = space;
        this.sending = sending;
        this.writer = writer;
        this.repairs = repairs;
        this.completions = completions;
        this.relaxed = agreement.relaxedOrder();
        this.hazards = new WriteHazards(qp.sendQueue, agreement.relaxedOrder());
        this.completer = new Completer(qp.sendQueue, space, completions, receives);
        receives.start(agreement.peer().receiveLimit());
    }

    public void start(int psn) {
        space.start(psn);
        cursor = queue.head();
        offset = 0;
        begun = false;
        nextRmsn = 0;
        completer.start(psn);
        reads.start();
        hazards.clear();
        repairs.clear();
        pieces.clear();
    }

    public OutstandingReads reads() {
        return reads;
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
            probe(batch, nowNs);
        }
        if (resendLost(batch, nowNs) && !completer.failing()) {
            sendNew(batch, nowNs);
        }
    }

    /** Sends the last packet again, to be told what arrived; congestion control has no say. */
    private void probe(TransmitBatch batch, long nowNs) {
        long psn = space.sack.next() - 1;
        if (resend(batch, psn, Bth.ACK_REQ, nowNs)) {
            space.onProbeSent();
            qp.count(Counter.PROBES_SENT);
        }
    }

    /** Returns false when there is something missing left that doesn't fit in the batch. */
    private boolean resendLost(TransmitBatch batch, long nowNs) {
        long psn = space.sack.nextLost();
        while (psn >= 0 && sending.hasBudget()) {
            if (held(psn)) {
                return true;
            }
            if (!resend(batch, psn, sending.asks() ? Bth.ACK_REQ : 0, nowNs)) {
                return false;
            }
            psn = space.sack.nextLost();
        }
        return true;
    }

    /** An RNR NAK says that the peer has no place for this packet yet. */
    private boolean held(long psn) {
        if (!receives.holding()) {
            return false;
        }
        SendWqe wqe = queue.at(position(psn));
        return wqe != null && Requests.consumesReceive(wqe) && receives.holds((int) wqe.receives());
    }

    /** Returns where in the send queue the request of a packet under way stands, or stood. */
    private long position(long psn) {
        return PacketTag.position(space.sack.tag(psn), queue.head());
    }

    private boolean resend(TransmitBatch batch, long psn, int flags, long nowNs) {
        long position = position(psn);
        if (position < queue.head() || completer.failsBy(position)) {
            // Its answer has come, so it had arrived and only the peer's report is missing; or it
            // has failed, and only those before it matter.
            space.sack.onResent(nowNs, psn);
            receives.oweAsk();
            return true;
        }
        SendWqe wqe = queue.at(position);
        long at = PacketTag.offset(space.sack.tag(psn));
        writer.select(wqe, at, payloadOf(psn, position, at, wqe));
        if (space.sack.isResent(psn)) {
            onLostAgain.accept(nowNs);
        }
        if (writer.isTooLong()) {
            return resendInPieces(batch, wqe, position, psn, flags, nowNs);
        }
        int length = writer.length();
        if (!batch.accepts(length)) {
            return false;
        }
        if (!writer.write(batch, wqe, psn, flags | Bth.MIG_REQ, null, nowNs)) {
            completer.failAt(position, WcStatus.LOC_PROT_ERR);
            return false;
        }
        space.sack.onResent(nowNs, psn);
        qp.count(Counter.RETRANSMITTED_PKTS);
        sending.onSent(length, nowNs);
        return true;
    }

    /** Returns what a packet carries: up to where the next one begins, or the message ends. */
    private long payloadOf(long psn, long position, long at, SendWqe wqe) {
        if (psn + 1 < space.sack.next()) {
            long next = space.sack.tag(psn + 1);
            if (PacketTag.position(next, queue.head()) == position) {
                return PacketTag.offset(next) - at;
            }
        } else if (begun && position == cursor) {
            return offset - at;
        }
        return wqe.length() - at;
    }

    /** Returns false when pieces are left that don't fit in the batch. */
    private boolean resendInPieces(
            TransmitBatch batch, SendWqe wqe, long position, long psn, int flags, long nowNs) {
        int from = pieces.of(psn);
        while (from < writer.whole()) {
            writer.selectPiece(from);
            int length = writer.length();
            if (!batch.accepts(length)) {
                pieces.keep(psn, from);
                return false;
            }
            if (!writer.write(batch, wqe, psn, flags | Bth.MIG_REQ, null, nowNs)) {
                completer.failAt(position, WcStatus.LOC_PROT_ERR);
                return false;
            }
            qp.count(Counter.PIECES_SENT);
            sending.onSent(length, nowNs);
            from += writer.payload();
        }
        pieces.onWhole(psn);
        space.sack.onResent(nowNs, psn);
        qp.count(Counter.RETRANSMITTED_PKTS);
        return true;
    }

    private void sendNew(TransmitBatch batch, long nowNs) {
        while (sending.hasBudget()) {
            if (repairs.due()) {
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
            SendWqe wqe = queue.at(cursor);
            boolean local = wqe != null && Requests.isLocal(wqe); // its slot may be free after it
            if (wqe == null || !(begun || begin(wqe, nowNs))) {
                return;
            }
            if (local) {
                continue;
            }
            writer.select(wqe, offset);
            int length = writer.length();
            if (!batch.accepts(length)) {
                return;
            }
            long psn = space.sack.next();
            boolean last = !writer.carries() || offset + writer.payload() == wqe.length();
            RepairSender group = null;
            if (repairs.enabled()) {
                group = group(batch, wqe, psn);
                if (repairs.due()) {
                    continue;
                }
            }
            boolean ends = last && sending.isWaitedFor() && queue.at(cursor + 1) == null;
            int flags = sending.asks() || ends ? Bth.ACK_REQ : 0;
            if (!writer.write(batch, wqe, psn, flags, group, nowNs)) {
                completer.failAt(cursor, WcStatus.LOC_PROT_ERR);
                return;
            }
            space.sack.onSent(nowNs, PacketTag.of(cursor, offset));
            sending.onSent(length, nowNs);
            offset += writer.payload();
            if (last) {
                wqe.endsBefore(psn + 1);
                cursor++;
                offset = 0;
                begun = false;
            }
        }
    }

    /** Returns about how many bytes of payload wait to be sent for the first time. */
    public long backlogBytes() {
        long bytes = 0;
        for (int i = 0; i < LOOK_AHEAD; i++) {
            SendWqe wqe = queue.at(cursor + i);
            if (wqe == null) {
                return bytes;
            }
            if (!Requests.isLocal(wqe) && !Requests.isAnswered(wqe)) {
                bytes += wqe.length() - (i == 0 ? offset : 0);
            }
        }
        long behind = queue.available() - (cursor - queue.head()) - LOOK_AHEAD;
        return bytes + bytes / LOOK_AHEAD * Math.max(0, behind);
    }

    /** Returns the group that the packet joins, null for none. */
    private RepairSender group(TransmitBatch batch, SendWqe wqe, long psn) {
        if (!writer.carries()) {
            repairs.close();
            return null;
        }
        long left = packets(wqe.length() - offset);
        repairs.onNext(batch, psn, packets(wqe.length()), left, left + queuedBehind);
        return repairs.open() ? repairs : null;
    }

    /** Returns how many packets are queued behind the request at the cursor, or many. */
    private long queuedBehind() {
        long packets = 0;
        for (int i = 1; i <= LOOK_AHEAD; i++) {
            SendWqe wqe = queue.at(cursor + i);
            if (wqe == null) {
                return packets;
            }
            packets += Requests.isAnswered(wqe) ? 0 : packets(wqe.length());
        }
        return Integer.MAX_VALUE;
    }

    /** Returns whether the request has its sequence numbers and its packets may go. */
    private boolean begin(SendWqe wqe, long nowNs) {
        if (qp.state() != QpState.RTS || (wqe.has(SendFlags.FENCE) && reads.outstanding() > 0)) {
            return false;
        }
        if (Requests.isLocal(wqe)) {
            return execute(wqe);
        }
        WcStatus problem = Requests.problemOf(qp, wqe);
        if (problem != WcStatus.SUCCESS) {
            failInOrder(problem);
            return false;
        }
        if (!mayBegin(wqe, nowNs)) {
            return false;
        }
        place(wqe);
        queuedBehind = repairs.enabled() ? queuedBehind() : 0;
        begun = true;
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
        cursor++;
        completer.completeInOrder();
        return true;
    }

    /** Completions come in order: an unusable request waits for those before it. */
    private void failInOrder(WcStatus problem) {
        if (cursor == queue.head()) {
            completions.failOldest(problem);
        }
    }

    private boolean mayBegin(SendWqe wqe, long nowNs) {
        if (Requests.isAnswered(wqe)) {
            return reads.outstanding() < qp.maxReadAtomic
                    && (relaxed || !reads.overlap(queue, wqe));
        }
        if (Requests.consumesReceive(wqe) && !receives.allows(nextRmsn)) {
            receives.onBlocked(nowNs, space.sack.rtoNs());
            return false;
        }
        return hazards.allow(wqe, cursor);
    }

    private void place(SendWqe wqe) {
        boolean answered = Requests.isAnswered(wqe);
        // how many packets it takes is known when the last has left
        wqe.place(space.sack.next(), answered ? 1 : MANY, 0);
        wqe.awaitAnswers(answered ? answerBytes(wqe) : 0);
        int number = answered ? reads.begin(cursor) : 0;
        wqe.number(number, nextRmsn);
        if (Requests.consumesReceive(wqe)) {
            nextRmsn++;
        }
    }

    /** Returns what is awaited of the answer; of one without payload, its packet. */
    private static long answerBytes(SendWqe wqe) {
        return Requests.isAtomic(wqe) ? 1 : Math.max(1, wqe.length());
    }

    private long packets(long bytes) {
        return size.packets(bytes);
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
        return completer.refuse(psn, cursor, acknowledged, status);
    }

    /** The peer has had no receive for message {@code rmsn} for too long. */
    void refuseMessage(int rmsn, WcStatus status) {
        completer.refuseMessage(rmsn, cursor, status);
    }

    /** Returns whether every request that was begun is finished. */
    public boolean drained() {
        return !begun && queue.head() >= cursor;
    }

    /**
     * Returns whether packets would leave if congestion control let them: not when every request
     * was sent, or the next has to wait for something that the path doesn't decide.
     */
    public boolean isReady(long nowNs) {
        long lost = space.sack.nextLost();
        if (repairs.due() || (lost >= 0 && !held(lost))) {
            return true;
        }
        SendWqe wqe = queue.at(cursor);
        return wqe != null && (begun || begin(wqe, nowNs));
    }

    /**
     * Returns about how many bytes of payload would leave if nothing but the path held them, each
     * packet with {@code overhead}.
     */
    public long backlog(int overhead, long nowNs) {
        if (completer.refused() || !isReady(nowNs)) {
            return 0;
        }
        long bytes = space.sack.hasLost() ? LOST_BYTES : 0;
        SendWqe wqe = queue.at(cursor);
        if (begun && wqe != null) {
            long left = Requests.isAnswered(wqe) ? 0 : wqe.length() - offset;
            bytes += left + packets(left) * overhead;
        }
        int rmsn = nextRmsn;
        for (int i = begun ? 1 : 0; i < MOST_COUNTED; i++) {
            wqe = queue.at(cursor + i);
            boolean held = wqe != null && wqe.has(SendFlags.FENCE) && reads.outstanding() > 0;
            if (wqe == null || held) {
                break;
            }
            if (Requests.consumesReceive(wqe) && !receives.allows(rmsn++)) {
                break;
            }
            if (!Requests.isLocal(wqe)) {
                long length = Requests.isAnswered(wqe) ? 0 : wqe.length();
                bytes += length + packets(length) * overhead;
            }
        }
        return bytes;
    }

    /** Returns whether there is a request that has packets to send now or later. */
    public boolean hasWork() {
        if (completer.refused() || completer.failing()) {
            return !completer.refused() && space.sack.hasLost();
        }
        return repairs.due() || space.sack.hasLost() || queue.at(cursor) != null;
    }
}
