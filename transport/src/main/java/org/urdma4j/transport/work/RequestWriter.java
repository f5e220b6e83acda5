package org.urdma4j.transport.work;

import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Ieth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.SendFlags;

import java.nio.ByteBuffer;

/**
 * Writes request packets of a connection, reliable or not: opcode, headers, payload and padding of
 * one packet of a work request.
 */
public final class RequestWriter {
    private final QpContext qp;

    /** What the opcodes of the queue pair's service have beyond those of RC. */
    private final int service;

    private SendWqe wqe;
    private long psn;
    private long index;
    private int opcode;
    private long offset;
    private int payload;
    private long readBytes;

    public RequestWriter(QpContext qp) {
        this.qp = qp;
        this.service = qp.type == QpType.UC ? Opcode.UC_SEND_FIRST : Opcode.RC_SEND_FIRST;
    }

    /**
     * Turns to the packet of {@code work} at {@code at}.
     *
     * @param readEnd where the READ request that starts here ends, for a READ
     */
    public void select(SendWqe work, long at, long readEnd) {
        wqe = work;
        psn = at;
        index = at - work.firstPsn();
        offset = index * qp.mtu;
        opcode = service | RequestOpcode.of(work.opcode(), index == 0, at + 1 == work.endPsn());
        boolean carries = (Opcode.flags(opcode) & Opcode.PAYLOAD) != 0;
        long left = work.length() - offset;
        payload = carries ? (int) Math.min(qp.mtu, left) : 0;
        readBytes = Math.min(left, (readEnd - at) * qp.mtu);
    }

    /** Returns the bytes of the packet from BTH to ICRC. */
    public int length() {
        return Opcode.headerLength(opcode)
                + payload
                + Bth.padFor(payload)
                + TransmitBatch.ICRC_LENGTH;
    }

    /**
     * Adds the packet to a batch that accepts its length.
     *
     * @param again whether it is a retransmission, which is always copied: should the memory be
     *     written to while it is sent, against the rules, the first time costs a packet that fails
     *     its ICRC; each further time would cost a retry, until the connection ends
     * @return false if the memory of the request is registered no more
     */
    public boolean write(TransmitBatch batch, boolean askForAck, boolean again) {
        int at = batch.begin(qp.route);
        ByteBuffer b = batch.buffer();
        int pad = Bth.padFor(payload);
        Bth.write(
                b, at, opcode, bthFlags(askForAck), pad, qp.pKey, qp.destQpn, (int) psn & Psn.MASK);
        writeExtended(b, at);
        int end = at + Opcode.headerLength(opcode);
        if (payload > 0) {
            end =
                    qp.type == QpType.RC && !again
                            ? wqe.attach(offset, payload, batch, end)
                            : wqe.gather(offset, payload, batch, end);
            if (end < 0) {
                return false;
            }
        }
        return batch.end(batch.pad(end, pad), length());
    }

    private int bthFlags(boolean askForAck) {
        boolean solicited =
                wqe.has(SendFlags.SOLICITED)
                        && (Opcode.flags(opcode) & Opcode.COMPLETES_RECEIVE) != 0;
        return Bth.MIG_REQ | (askForAck ? Bth.ACK_REQ : 0) | (solicited ? Bth.SOLICITED : 0);
    }

    private void writeExtended(ByteBuffer b, int at) {
        int flags = Opcode.flags(opcode);
        if ((flags & Opcode.RETH) != 0) {
            boolean read = (flags & Opcode.READ) != 0;
            Reth.write(
                    b,
                    at + Opcode.rethOffset(opcode),
                    wqe.remoteAddress() + offset,
                    wqe.rkey(),
                    read ? readBytes : wqe.length());
        }
        if ((flags & Opcode.IMMEDIATE) != 0) {
            ImmDt.write(b, at + Opcode.immediateOffset(opcode), wqe.immediate());
        }
        if ((flags & Opcode.IETH) != 0) {
            Ieth.write(b, at + Opcode.iethOffset(opcode), wqe.invalidateRkey());
        }
        if ((flags & Opcode.ATOMIC_ETH) != 0) {
            boolean add = opcode == Opcode.RC_FETCH_ADD;
            AtomicEth.write(
                    b,
                    at + Opcode.atomicEthOffset(opcode),
                    wqe.remoteAddress(),
                    wqe.rkey(),
                    add ? wqe.compareAdd() : wqe.swap(),
                    add ? 0 : wqe.compareAdd());
        }
    }

    /** Returns whether this is the last packet of its message, where an answer is always due. */
    public boolean endsMessage() {
        return (Opcode.flags(opcode) & (Opcode.END | Opcode.READ | Opcode.ATOMIC)) != 0;
    }
}
