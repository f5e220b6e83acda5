package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;

/** Writes response packets: acknowledgements, READ data, atomic results. */
final class ResponseWriter {
    private final QpContext qp;
    private int opcode;
    private int payload;

    ResponseWriter(QpContext qp) {
        this.qp = qp;
    }

    /** Turns to the next packet of {@code answer}; returns its bytes from BTH to ICRC. */
    int select(Response answer) {
        if (answer.atomic()) {
            opcode = Opcode.RC_ATOMIC_ACKNOWLEDGE;
            payload = 0;
        } else {
            opcode = readOpcode(answer.startsHere(), answer.endsHere());
            payload = answer.nextLength(qp.mtu);
        }
        return Opcode.headerLength(opcode)
                + payload
                + Bth.padFor(payload)
                + TransmitBatch.ICRC_LENGTH;
    }

    private static int readOpcode(boolean first, boolean last) {
        if (first) {
            return last ? Opcode.RC_RDMA_READ_RESPONSE_ONLY : Opcode.RC_RDMA_READ_RESPONSE_FIRST;
        }
        return last ? Opcode.RC_RDMA_READ_RESPONSE_LAST : Opcode.RC_RDMA_READ_RESPONSE_MIDDLE;
    }

    /**
     * Adds the selected packet to a batch that accepts its length.
     *
     * @return false if the memory is registered no more or closed
     */
    boolean write(TransmitBatch batch, Response answer, int syndrome) {
        int at = batch.begin(qp.route);
        ByteBuffer b = batch.buffer();
        int pad = Bth.padFor(payload);
        writeBth(b, at, opcode, pad, answer.next());
        if ((Opcode.flags(opcode) & Opcode.AETH) != 0) {
            Aeth.write(b, at + Opcode.aethOffset(opcode), syndrome, answer.msn());
        }
        if (answer.atomic()) {
            AtomicAckEth.write(b, at + Opcode.atomicAckEthOffset(opcode), answer.originalData());
        }
        int end = at + Opcode.headerLength(opcode);
        if (payload > 0) {
            end = gather(batch, answer, end);
            if (end < 0) {
                return false;
            }
        }
        batch.end(batch.pad(end, pad), batchLength(pad));
        return true;
    }

    private int gather(TransmitBatch batch, Response answer, int at) {
        Region region = answer.region();
        if (!region.registered()) {
            return -1;
        }
        try {
            return batch.payload(at, region.segment(), answer.nextOffset(qp.mtu), payload);
        } catch (IllegalStateException e) {
            return -1; // the memory is gone
        }
    }

    private int batchLength(int pad) {
        return Opcode.headerLength(opcode) + payload + pad + TransmitBatch.ICRC_LENGTH;
    }

    void writeAcknowledge(TransmitBatch batch, int syndrome, int msn, long psn) {
        int at = batch.begin(qp.route);
        int ack = Opcode.RC_ACKNOWLEDGE;
        writeBth(batch.buffer(), at, ack, 0, psn);
        Aeth.write(batch.buffer(), at + Opcode.aethOffset(ack), syndrome, msn);
        int end = at + Opcode.headerLength(ack);
        batch.end(end, Opcode.headerLength(ack) + TransmitBatch.ICRC_LENGTH);
    }

    private void writeBth(ByteBuffer b, int at, int op, int pad, long psn) {
        Bth.write(b, at, op, Bth.MIG_REQ, pad, qp.pKey, qp.destQpn, (int) psn & Psn.MASK);
    }
}
