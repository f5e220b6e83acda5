package org.urdma4j.transport.urdma.responder;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.fec.RepairSender;
import org.urdma4j.transport.urdma.mtu.PayloadSize;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.packet.DataWriter;
import org.urdma4j.transport.urdma.packet.PacketTag;
import org.urdma4j.transport.urdma.packet.Response;
import org.urdma4j.transport.urdma.packet.ResponseCopies;
import org.urdma4j.transport.urdma.packet.Retransmitter;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.wire.TransmitBatch;

import java.util.function.LongConsumer;

/**
 * Sends the answers to READs and atomic operations, in a sequence space of their own, in the order
 * of the requests. A slot is free again when its answer is acknowledged.
 *
 * <p>Memory that goes away before it was sent is an error. If it goes away later, the requester has
 * most often got it all and said so in a report that was lost: it is asked, and only a report that
 * still misses something of that memory is taken for the error.
 */
public final class ResponseSender extends Retransmitter {
    private final RepairSender repairs;
    private final ResponseCopies copies = new ResponseCopies();
    private final boolean relaxed;
    private final boolean fec;
    private final PayloadSize size;
    private final Runnable ask;
    private final LongConsumer onMemoryLost;
    private Response[] slots = {};
    private long head;
    private long cursor;
    private long tail;
    private long offset;

    /** Answers from this one on are not sent any more. */
    private long end;

    /**
     * Creates it.
     *
     * @param size what a full packet carries
     * @param onLostAgain is told, with the time, of a packet that was sent again in vain
     * @param ask has the peer asked for a report
     * @param onMemoryLost takes the sequence number of a READ whose memory is gone; its answer and
     *     later ones are dropped
     */
    public ResponseSender(
            QpContext qp,
            OutboundSpace space,
            SendBudget sending,
            DataWriter writer,
            RepairSender repairs,
            Agreement agreement,
            PayloadSize size,
            LongConsumer onLostAgain,
            Runnable ask,
            LongConsumer onMemoryLost) {
        super(qp, space, sending, writer, onLostAgain);
        this.repairs = repairs;
        this.size = size;
        this.relaxed = agreement.relaxedOrder();
        this.fec = repairs.enabled();
        this.ask = ask;
        this.onMemoryLost = onMemoryLost;
    }

    public void start(int psn, int capacity) {
        space.start(psn);
        slots = empty(capacity);
        clear();
    }

    /** Changes how many answers there may be; those that there are stay. */
    public void resize(int capacity) {
        Response[] resized = empty(Math.max(capacity, (int) (tail - head)));
        if (resized.length == slots.length) {
            return;
        }
        for (long position = head; position < tail; position++) {
            resized[(int) position & (resized.length - 1)] = slot(position);
        }
        slots = resized;
    }

    private static Response[] empty(int capacity) {
        return new Response[Integer.highestOneBit(Math.max(1, 2 * capacity - 1))];
    }

    /** Gives memory back that nothing under way needs. */
    public void trim() {
        copies.trim();
    }

    /** Forgets every answer. */
    public void clear() {
        for (Response answer : slots) {
            if (answer != null) {
                answer.release();
            }
        }
        head = 0;
        cursor = 0;
        tail = 0;
        offset = 0;
        end = Long.MAX_VALUE;
        copies.clear();
        repairs.clear();
        pieces.clear();
    }

    boolean full() {
        return tail - head == slots.length;
    }

    /** Takes a free slot; what it is set to goes out after those before it. */
    Response take() {
        int at = (int) tail++ & (slots.length - 1);
        if (slots[at] == null) {
            slots[at] = new Response();
        }
        return slots[at];
    }

    private Response slot(long index) {
        return slots[(int) index & (slots.length - 1)];
    }

    /** Adds a probe, or packets that are missing, or new ones, in this order, to a batch. */
    public void poll(TransmitBatch batch, long nowNs) {
        if (space.probeOwed()) {
            probe(batch, nowNs);
        }
        if (resendLost(batch, nowNs)) {
            sendNew(batch, nowNs);
        }
    }

    @Override
    protected long position(long psn) {
        return PacketTag.position(space.sack.tag(psn), head);
    }

    @Override
    protected boolean select(long psn, long nowNs) {
        long position = position(psn);
        if (position >= end) {
            onGone(psn, nowNs);
            return false;
        }
        Response answer = slot(position);
        long sent = position == cursor ? offset : answer.length();
        writer.select(answer, offset(psn), payloadOf(psn, sent));
        return true;
    }

    @Override
    protected boolean write(TransmitBatch batch, long psn, int flags, long nowNs) {
        return writer.write(batch, slot(position(psn)), copies, psn, flags, null, nowNs);
    }

    @Override
    protected boolean onGone(long psn, long nowNs) {
        slot(position(psn)).onGone(nowNs);
        ask.run();
        return true;
    }

    private void sendNew(TransmitBatch batch, long nowNs) {
        while (sending.hasBudget() && (repairs.due() || (unsent() && space.sack.mayGrow()))) {
            if (repairs.due()) {
                if (sending.keepsApart(batch)) {
                    return;
                }
                if (!repairs.poll(batch, sending, nowNs)) {
                    return;
                }
                continue;
            }
            Response answer = slot(cursor);
            if (answer.atomic() && repairs.open()) {
                repairs.close();
                continue;
            }
            long psn = space.sack.next();
            writer.select(answer, offset);
            boolean last = answer.atomic() || answer.length() - offset == writer.payload();
            int flags = sending.asks() || (last && (scarce() || endsTurn())) ? Bth.ACK_REQ : 0;
            int length = writer.length();
            if (!batch.accepts(length)) {
                return;
            }
            if (!relaxed && !answer.atomic() && batch.carriesPayload()) {
                answer.keep(offset, writer.payload(), copies);
            }
            RepairSender group = group(batch, answer, offset, psn);
            if (!writer.write(batch, answer, copies, psn, flags, group, nowNs)) {
                lose(cursor);
                return;
            }
            sending.onSent(length, nowNs);
            space.sack.onSent(nowNs, PacketTag.of(cursor, offset));
            offset += writer.payload();
            if (last) {
                answer.endPsn(psn + 1);
                cursor++;
                offset = 0;
            }
        }
    }

    /** Returns whether the peer is to say of each answer that it has come, to free its slot. */
    private boolean scarce() {
        return 2 * (cursor + 1 - head) >= slots.length;
    }

    private boolean endsTurn() {
        return sending.isWaitedFor() && cursor + 1 == Math.min(tail, end);
    }

    /** Returns the group that the packet joins, null for none. */
    private RepairSender group(TransmitBatch batch, Response answer, long at, long psn) {
        if (!repairs.enabled() || answer.atomic()) {
            return null;
        }
        long left = packets(answer.length() - at);
        repairs.onNext(batch, psn, packets(answer.length()), left, left + tail - cursor - 1);
        return repairs.open() ? repairs : null;
    }

    private long packets(long bytes) {
        return size.packets(bytes);
    }

    /** Returns how many bytes of answers wait to be sent for the first time. */
    public long backlogBytes() {
        long bytes = 0;
        for (long position = cursor; position < Math.min(tail, end); position++) {
            bytes += slot(position).length() - (position == cursor ? offset : 0);
        }
        return bytes;
    }

    private boolean unsent() {
        return cursor < Math.min(tail, end);
    }

    private void lose(long position) {
        end = Math.min(end, position);
        repairs.clear();
        onMemoryLost.accept(slot(position).requestPsn());
    }

    /** Takes a report: frees the slots of answers that are acknowledged. */
    public void onReport(long nowNs) {
        long cumulative = space.sack.cumulative();
        while (head < cursor && slot(head).endPsn() <= cumulative) {
            copies.release(slot(head).copyOf(slot(head).length()));
            slot(head).release();
            head++;
        }
        if (cumulative < space.sack.next()) {
            copies.release(slot(head).copyOf(PacketTag.offset(space.sack.tag(cumulative))));
        }
        if (cumulative < space.sack.next()
                && head < end
                && slot(head).lost(nowNs, space.sack.answerNs())) {
            lose(head);
        }
    }

    /**
     * Returns about how many bytes wait to be sent, each packet with {@code overhead}.
     *
     * @param packet what one that is sent again may take
     */
    public long backlog(int overhead, long packet) {
        long bytes = space.sack.hasLost() ? space.sack.mostLost() * packet : 0;
        for (long position = cursor; position < Math.min(tail, end); position++) {
            Response answer = slot(position);
            long left = answer.atomic() ? 0 : answer.length() - (position == cursor ? offset : 0);
            bytes += left + packets(left) * overhead;
        }
        return bytes;
    }

    /** Returns whether there are answers that the peer has not acknowledged. */
    public boolean owes() {
        return head < Math.min(tail, end);
    }

    /** Returns whether there are answers that are not acknowledged, or repair packets for them. */
    public boolean isBusy() {
        return head < tail || (fec && repairs.due());
    }

    /** Returns whether there are packets to send, now or when congestion control allows. */
    public boolean hasWork() {
        return unsent() || repairs.due() || space.sack.hasLost();
    }
}
