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
    private long offset;

    /** Payload of the packet that is sent now, and of the whole if it is a piece of one. */
    private int payload;

    private int whole;

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
        int full = size.of(wqe.length(), behind(wqe.opcode()), at);
        select(wqe, at, Math.min(full, wqe.length() - at));
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
        offset = at;
        int standard = RequestOpcode.of(wqe.opcode(), at == 0, wqe.length() - at <= bytes);
        opcode = URDMA | standard;
        take(carries() ? (int) bytes : 0);
    }

    /** Turns to the next packet of an answer, whose payload begins at {@code at}. */
    public void select(Response answer, long at) {
        int full = size.of(answer.length(), 0, at);
        select(answer, at, Math.min(full, answer.length() - at));
    }

    /** Turns to a packet of an answer, of so many bytes if it is one to a READ. */
    public void select(Response answer, long at, long bytes) {
        offset = at;
        if (answer.atomic()) {
            opcode = UrdmaOpcode.ATOMIC_ACKNOWLEDGE;
            take(0);
            return;
        }
        boolean last = answer.length() - at <= bytes;
        if (at == 0) {
            opcode = last ? UrdmaOpcode.READ_RESPONSE_ONLY : UrdmaOpcode.READ_RESPONSE_FIRST;
        } else {
            opcode = last ? UrdmaOpcode.READ_RESPONSE_LAST : UrdmaOpcode.READ_RESPONSE_MIDDLE;
        }
        take((int) bytes);
    }

    private void take(int bytes) {
        payload = bytes;
        whole = bytes;
        pieceAt = WHOLE;
    }

    /** Returns whether the packet has become too long for its path: then it goes in pieces. */
    public boolean isTooLong() {
        return whole > size.bytes();
    }

    /** Turns to a piece of the packet, which begins {@code at} bytes behind its beginning. */
    public void selectPiece(int at) {
        pieceAt = at;
        payload = Math.min(size.piece(), whole - at);
    }

    /** Returns the payload of the packet that pieces are of, in bytes. */
    public int whole() {
        return whole;
    }

    /** Returns whether the packet carries payload, if perhaps none of it. */
    public boolean carries() {
        return (UrdmaOpcode.flags(opcode) & Opcode.PAYLOAD) != 0;
    }

    /** Returns the bytes of the packet from BTH to ICRC. */
    public int length() {
        return headerLength() + payload + Bth.padFor(payload) + TransmitBatch.ICRC_LENGTH;
    }

    private int headerLength() {
        int piece = pieceAt == WHOLE ? 0 : PieceWord.LENGTH;
        return UrdmaOpcode.headerLength(opcode, fec, paths != null) + piece;
    }

    /** Returns where in the message the payload begins of what is sent now. */
    private long from() {
        return pieceAt == WHOLE ? offset : offset + pieceAt;
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
        boolean solicited =
                wqe.has(SendFlags.SOLICITED)
                        && (UrdmaOpcode.flags(opcode) & Opcode.COMPLETES_RECEIVE) != 0;
        int end = begin(b, at, psn, flags | (solicited ? Bth.SOLICITED : 0), nowNs);
        writeRequest(b, at, wqe);
        if (payload > 0) {
            end =
                    isAgain(flags)
                            ? wqe.gather(from(), payload, batch, end)
                            : wqe.attach(from(), payload, batch, end);
            if (end < 0) {
                return false;
            }
        }
        return end(batch, at, end, group);
    }

    /**
     * What is sent again is copied: should the memory be written to while it is sent, against the
     * rules for WRITE and SEND, the first time costs a packet, and the second doesn't.
     */
    private static boolean isAgain(int flags) {
        return (flags & Bth.MIG_REQ) != 0;
    }

    /** Ends the packet; false if a group is to read payload whose memory has just gone. */
    private boolean end(TransmitBatch batch, int at, int payloadEnd, RepairSender group) {
        int pad = Bth.padFor(payload);
        int end = batch.pad(payloadEnd, pad);
        if (group != null) {
            if (!batch.completePacket()) {
                return false;
            }
            int headers = headerLength();
            int word = UrdmaOpcode.fecWordOffset(opcode, paths != null);
            group.stamp(batch.buffer(), at + word);
            group.enter(batch, at, opcode, headers, payload + pad);
        }
        batch.end(end, length());
        return true;
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
        long toEnd = answer.length() - offset;
        ResponsePlacement.write(b, at + Bth.LENGTH, answer.number(), (int) offset, (int) toEnd);
        if (answer.atomic()) {
            AtomicAckEth.write(b, at + UrdmaOpcode.atomicAckEthOffset(opcode), answer.original());
        } else if (payload > 0) {
            boolean attach = relaxed && !isAgain(flags);
            end = answer.gather(from(), payload, copies, batch, end, attach);
            if (end < 0) {
                return false;
            }
        }
        return end(batch, at, end, group);
    }

    /** Writes BTH, timestamps and an empty FEC word; returns where the payload begins. */
    private int begin(ByteBuffer b, int at, long psn, int flags, long nowNs) {
        int pad = Bth.padFor(payload);
        int all = pieceAt == WHOLE ? flags : flags | UrdmaBth.PIECE;
        UrdmaBth.write(b, at, opcode, all, pad, qp.pKey, qp.destQpn, (int) psn & Psn.MASK);
        int timestamps = at + UrdmaOpcode.timestampOffset(opcode);
        b.putInt(timestamps, Timestamp.of(nowNs));
        b.putInt(timestamps + WORD, clock.delay());
        int end = at + headerLength();
        for (int i = timestamps + 2 * WORD; i < end; i += WORD) {
            b.putInt(i, 0);
        }
        if (paths != null) {
            int word = at + UrdmaOpcode.pathWordOffset(opcode);
            boolean answer = (UrdmaOpcode.flags(opcode) & Opcode.RESPONSE) != 0;
            paths.stamp(b, word, answer, psn, nowNs);
        }
        if (pieceAt != WHOLE) {
            PieceWord.write(b, end - PieceWord.LENGTH, pieceAt, whole);
        }
        return end;
    }

    private void writeRequest(ByteBuffer b, int at, SendWqe wqe) {
        int flags = UrdmaOpcode.flags(opcode);
        int extended = at + Bth.LENGTH;
        long toEnd = wqe.length() - offset;
        if ((flags & Opcode.ATOMIC) != 0) {
            boolean add = opcode == UrdmaOpcode.FETCH_ADD;
            AtomicEth.write(
                    b,
                    extended,
                    wqe.remoteAddress(),
                    wqe.rkey(),
                    add ? wqe.compareAdd() : wqe.swap(),
                    add ? 0 : wqe.compareAdd());
        } else if ((flags & Opcode.SEND) != 0) {
            SendPlacement.write(b, extended, (int) wqe.receives(), (int) offset, (int) toEnd);
        } else {
            Reth.write(b, extended, wqe.remoteAddress() + offset, wqe.rkey(), toEnd);
        }
        if ((flags & Opcode.IMMEDIATE) != 0) {
            ImmDt.write(b, at + UrdmaOpcode.immediateOffset(opcode), wqe.immediate());
        }
        if ((flags & Opcode.IETH) != 0) {
            Ieth.write(b, at + UrdmaOpcode.immediateOffset(opcode), wqe.invalidateRkey());
        }
        if (wqe.opcode() == WrOpcode.RDMA_READ || (flags & Opcode.ATOMIC) != 0) {
            b.putInt(at + UrdmaOpcode.requestNumberOffset(opcode), wqe.firstSsn());
        }
    }
}
