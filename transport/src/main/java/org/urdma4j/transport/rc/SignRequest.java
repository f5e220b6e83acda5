package org.urdma4j.transport.rc;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;

/**
 * Asks the peer for a sign that it is there: a WRITE of no bytes with the sequence number before
 * the oldest one that isn't acknowledged. To the responder that is a duplicate, which it must
 * acknowledge and does not carry out (IBTA 1.4 §9.7.5.1.2); no sequence number, request or receive
 * is used up, and the acknowledgement is of what has been acknowledged already.
 */
final class SignRequest {
    private static final int OPCODE = Opcode.RC_RDMA_WRITE_ONLY;

    private final QpContext qp;
    private boolean owed;

    SignRequest(QpContext qp) {
        this.qp = qp;
    }

    void owe() {
        owed = true;
    }

    void forget() {
        owed = false;
    }

    /**
     * Adds it to an empty batch, if it is owed.
     *
     * @param una the oldest sequence number that isn't acknowledged
     */
    boolean poll(TransmitBatch batch, long una) {
        if (!owed) {
            return false;
        }
        owed = false;
        int at = batch.begin(qp.route);
        ByteBuffer b = batch.buffer();
        int flags = Bth.MIG_REQ | Bth.ACK_REQ;
        Bth.write(b, at, OPCODE, flags, 0, qp.pKey, qp.destQpn, (int) (una - 1) & Psn.MASK);
        Reth.write(b, at + Bth.LENGTH, 0, 0, 0);
        int length = Opcode.headerLength(OPCODE);
        batch.end(at + length, length + TransmitBatch.ICRC_LENGTH);
        batch.close();
        qp.count(Counter.PROBES_SENT);
        return true;
    }
}
