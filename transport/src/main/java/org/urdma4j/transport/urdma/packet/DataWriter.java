package org.urdma4j.transport.urdma.packet;

import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Ieth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.codec.urdma.PieceWord;
import org.urdma4j.codec.urdma.ResponsePlacement;
import org.urdma4j.codec.urdma.SendPlacement;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.urdma.fec.RepairSender;
import org.urdma4j.transport.urdma.mtu.PayloadSize;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.path.SendPaths;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.RequestOpcode;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.WrOpcode;

import java.nio.ByteBuffer;

/** Writes data packets: requests, and the answers to READs and atomic operations. */
public final class DataWriter {
    private static final int URDMA = 0xc0;
    private static final int WORD = 4;
    private static final int WHOLE = -1;

    private final QpContext qp;
    private final PeerClock clock;
    private final PayloadSize size;
    private final boolean fec;

    /** Whether READ data may be taken from memory when it is sent. */
    private final boolean relaxed;

    private final SendPaths paths;
    private int opcode;

    /** What the opcode has, constants of {@link Opcode}. */
    private int has;

    private long offset;

    /** Bytes of the message from there on. */
    private long toEnd;

    /** Payload of the packet that is sent now, and of the whole if it is a piece of one. */
    private int payload;

    private int whole;
    private int headers;
    private boolean last;
    private int pad;
    private int length;

    /** Where the piece begins that is sent now, {@link #WHOLE} if it is none. */
    private int pieceAt;

    /**
     * Creates it.
     *
     * @param size what a full packet carries
     * @param paths writes path words, null if there is one path
     */
    public DataWriter(
            QpContext qp, Agreement agreement, PayloadSize size, PeerClock clock, SendPaths paths) {
        this.qp = qp;
        this.clock = clock;
        this.size = size;
        fec = agreement.fec();
        relaxed = agreement.relaxedOrder();
        this.paths = paths;
    }

    /** Turns to the next packet of a request, whose payload begins at {@code at}. */
    public void select(SendWqe wqe, long at) {
        long length = wqe.length();
        WrOpcode request = wqe.opcode();
        int full = size.of(length, behind(request), at);
        select(request, length, at, Math.min(full, length - at));
    }

    /** Returns what the last packet of a request has that the others haven't, in bytes. */
    private static int behind(WrOpcode request) {
        return switch (request) {
            case RDMA_WRITE_WITH_IMM, SEND_WITH_IMM, SEND_WITH_INV -> WORD;
            default -> 0;
        };
    }

    /**
     * Turns to a packet of a request.
     *
     * @param bytes of payload, if it is one that carries any
     */
    public void select(SendWqe wqe, long at, long bytes) {
        select(wqe.opcode(), wqe.length(), at, bytes);
    }

    private void select(WrOpcode request, long length, long at, long bytes) {
        offset = at;
        toEnd = length - at;
        boolean last = toEnd <= bytes;
        take(URDMA | RequestOpcode.of(request, at == 0, last), (int) bytes, last);
    }

    /** Turns to the next packet of an answer, whose payload begins at {@code at}. */
    public void select(Response answer, long at) {
        int full = size.of(answer.length(), 0, at);
        select(answer, at, Math.min(full, answer.length() - at));
    }

    /** Turns to a packet of an answer, of so many bytes if it is one to a READ. */
    public void select(Response answer, long at, long bytes) {
        offset = at;
        toEnd = answer.length() - at;
        if (answer.atomic()) {
            take(UrdmaOpcode.ATOMIC_ACKNOWLEDGE, 0, true);
            return;
        }
        boolean last = toEnd <= bytes;
        int of;
        if (at == 0) {
            of = last ? UrdmaOpcode.READ_RESPONSE_ONLY : UrdmaOpcode.READ_RESPONSE_FIRST;
        } else {
            of = last ? UrdmaOpcode.READ_RESPONSE_LAST : UrdmaOpcode.READ_RESPONSE_MIDDLE;
        }
        take(of, (int) bytes, last);
    }

    private void take(int of, int bytes, boolean ends) {
        opcode = of;
        has = UrdmaOpcode.flags(of);
        headers = UrdmaOpcode.headerLength(of, fec, paths != null);
        boolean carries = (has & Opcode.PAYLOAD) != 0;
        payload = carries ? bytes : 0;
        measure();
        whole = payload;
        last = ends || !carries;
        pieceAt = WHOLE;
    }

    /** Returns whether the packet has become too long for its path: then it goes in pieces. */
    public boolean isTooLong() {
        return whole > size.bytes();
    }

    /** Turns to a piece of the packet, which begins {@code at} bytes behind its beginning. */
    public void selectPiece(int at) {
        if (pieceAt == WHOLE) {
            headers += PieceWord.LENGTH;
        }
        pieceAt = at;
        payload = Math.min(size.piece(), whole - at);
        measure();
    }

    private void measure() {
        pad = Bth.padFor(payload);
        length = headers + payload + pad + TransmitBatch.ICRC_LENGTH;
    }

    /** Returns the payload of the packet that pieces are of, in bytes. */
    public int whole() {
        return whole;
    }

    /** Returns whether it is the last of its request or answer. */
    public boolean isLast() {
        return last;
    }

    /** Returns whether the packet carries payload, if perhaps none of it. */
    public boolean carries() {
        return (has & Opcode.PAYLOAD) != 0;
    }

    /** Returns the bytes of the packet from BTH to ICRC. */
    public int length() {
        return length;
    }

    /** Returns the payload of the packet, in bytes. */
    public int payload() {
        return payload;
    }

    /**
     * Adds the packet to a batch that accepts its length.
     *
     * @param flags of the BTH: {@link Bth#MIG_REQ} for a retransmission, {@link Bth#ACK_REQ}
     * @param group the group of forward error correction that it joins, null for none
     * @return false if the memory of the request is registered no more
     */
    public boolean write(
            TransmitBatch batch, SendWqe wqe, long psn, int flags, RepairSender group, long nowNs) {
        int at = batch.begin(qp.outward());
        ByteBuffer b = batch.buffer();
        boolean solicited = (has & Opcode.COMPLETES_RECEIVE) != 0 && wqe.has(SendFlags.SOLICITED);
        int end = begin(b, at, psn, flags | (solicited ? Bth.SOLICITED : 0), nowNs);
        writeRequest(b, at, wqe);
        if (payload > 0) {
            long from = pieceAt == WHOLE ? offset : offset + pieceAt;
            // What is sent again is copied: should the memory be written to while it is sent,
            // against
            // the rules for WRITE and SEND, the first time costs a packet, and the second doesn't.
            end =
                    (flags & Bth.MIG_REQ) != 0
                            ? wqe.gather(from, payload, batch, end)
                            : wqe.attach(from, payload, batch, end);
            if (end < 0) {
                return false;
            }
        }
        return end(batch, at, end, group);
    }

    /** Ends the packet; false if payload is to be read whose memory has just gone. */
    private boolean end(TransmitBatch batch, int at, int payloadEnd, RepairSender group) {
        int end = pad == 0 ? payloadEnd : batch.pad(payloadEnd, pad);
        if (group != null) {
            if (!batch.completePacket()) {
                return false;
            }
            int word = UrdmaOpcode.fecWordOffset(opcode, paths != null);
            group.stamp(batch.buffer(), at + word);
            group.enter(batch, at, opcode, headers, payload + pad);
        }
        return batch.end(end, length);
    }

    /** As for a request; false if the memory that was to be read is registered no more. */
    public boolean write(
            TransmitBatch batch,
            Response answer,
            ResponseCopies copies,
            long psn,
            int flags,
            RepairSender group,
            long nowNs) {
        int at = batch.begin(qp.outward());
        ByteBuffer b = batch.buffer();
        int end = begin(b, at, psn, flags, nowNs);
        ResponsePlacement.write(b, at + Bth.LENGTH, answer.number(), (int) offset, (int) toEnd);
        if (answer.atomic()) {
            AtomicAckEth.write(b, at + UrdmaOpcode.atomicAckEthOffset(opcode), answer.original());
        } else if (payload > 0) {
            long from = pieceAt == WHOLE ? offset : offset + pieceAt;
            boolean attach = relaxed && (flags & Bth.MIG_REQ) == 0;
            end = answer.gather(from, payload, copies, batch, end, attach);
            if (end < 0) {
                return false;
            }
        }
        return end(batch, at, end, group);
    }

    /** Writes BTH, timestamps and an empty FEC word; returns where the payload begins. */
    private int begin(ByteBuffer b, int at, long psn, int flags, long nowNs) {
        int all = pieceAt == WHOLE ? flags : flags | UrdmaBth.PIECE;
        UrdmaBth.write(b, at, opcode, all, pad, qp.pKey, qp.destQpn, (int) psn & Psn.MASK);
        int timestamps = at + UrdmaOpcode.timestampOffset(opcode);
        b.putInt(timestamps, Timestamp.of(nowNs));
        b.putInt(timestamps + WORD, clock.delay());
        int end = at + headers;
        for (int i = timestamps + 2 * WORD; i < end; i += WORD) {
            b.putInt(i, 0);
        }
        if (paths != null) {
            int word = at + UrdmaOpcode.pathWordOffset(opcode);
            paths.stamp(b, word, (has & Opcode.RESPONSE) != 0, psn, nowNs);
        }
        if (pieceAt != WHOLE) {
            PieceWord.write(b, end - PieceWord.LENGTH, pieceAt, whole);
        }
        return end;
    }

    private void writeRequest(ByteBuffer b, int at, SendWqe wqe) {
        int extended = at + Bth.LENGTH;
        if ((has & Opcode.ATOMIC) != 0) {
            boolean add = opcode == UrdmaOpcode.FETCH_ADD;
            AtomicEth.write(
                    b,
                    extended,
                    wqe.remoteAddress(),
                    wqe.rkey(),
                    add ? wqe.compareAdd() : wqe.swap(),
                    add ? 0 : wqe.compareAdd());
        } else if ((has & Opcode.SEND) != 0) {
            SendPlacement.write(b, extended, (int) wqe.receives(), (int) offset, (int) toEnd);
        } else {
            Reth.write(b, extended, wqe.remoteAddress() + offset, wqe.rkey(), toEnd);
        }
        if ((has & Opcode.IMMEDIATE) != 0) {
            ImmDt.write(b, at + UrdmaOpcode.immediateOffset(opcode), wqe.immediate());
        }
        if ((has & Opcode.IETH) != 0) {
            Ieth.write(b, at + UrdmaOpcode.immediateOffset(opcode), wqe.invalidateRkey());
        }
        if ((has & (Opcode.READ | Opcode.ATOMIC)) != 0) {
            b.putInt(at + UrdmaOpcode.requestNumberOffset(opcode), wqe.firstSsn());
        }
    }
}
