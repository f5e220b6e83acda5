package org.urdma4j.transport.urdma.responder;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.report.Owed;
import org.urdma4j.transport.wire.TransmitBatch;

import java.nio.ByteBuffer;

/**
 * The NAK that is owed to the peer. One that ends the connection is repeated for each batch that
 * comes after it: the peer may not have got it.
 */
public final class NakSender {
    private static final int LENGTH =
            Bth.LENGTH + ExtendedAeth.LENGTH + Integer.BYTES + TransmitBatch.ICRC_LENGTH;

    private final QpContext qp;
    private final Owed owed;
    private int syndrome;
    private long psn;
    private long acknowledged;
    private int rmsn;
    private int t1;
    private long arrivedNs;
    private boolean fatal;
    private boolean repeated;

    public NakSender(QpContext qp, Owed owed) {
        this.qp = qp;
        this.owed = owed;
    }

    public void clear() {
        owed.remove(Owed.NAK);
        fatal = false;
        repeated = false;
    }

    /**
     * Owes a NAK.
     *
     * @param code its syndrome
     * @param culprit the packet that caused it
     * @param cumulative everything before this is acknowledged
     */
    void owe(int code, long culprit, long cumulative) {
        if (fatal) {
            return;
        }
        syndrome = code;
        psn = culprit;
        acknowledged = cumulative;
        rmsn = 0;
        owed.add(Owed.NAK);
        repeated = false;
        fatal = AethSyndrome.isNak(code);
    }

    /** Owes a NAK because there is no receive for message {@code number}. */
    void oweNotReady(int number, long culprit, long cumulative) {
        boolean again = repeated && rmsn == number;
        owe(AethSyndrome.rnrNak(qp.minRnrTimer), culprit, cumulative);
        if (!fatal) {
            rmsn = number;
            repeated = again;
        }
    }

    /** Notes the packet that a NAK would be about. */
    public void onArrival(int sent, long nowNs) {
        t1 = sent;
        arrivedNs = nowNs;
    }

    /** A packet came after the connection has ended. */
    public void repeat() {
        owed.set(Owed.NAK, fatal);
    }

    /** Returns whether it has gone before. */
    public boolean isRepeated() {
        return repeated;
    }

    public boolean fatal() {
        return fatal;
    }

    public void write(TransmitBatch batch, int msn, long nowNs) {
        int at = batch.begin(qp.outward());
        ByteBuffer b = batch.buffer();
        UrdmaBth.write(
                b,
                at,
                UrdmaOpcode.ACKNOWLEDGE,
                0,
                0,
                qp.pKey,
                qp.destQpn,
                (int) acknowledged & Psn.MASK);
        int extended = at + Bth.LENGTH;
        int ts = Timestamp.of(arrivedNs) - t1;
        ExtendedAeth.write(
                b, extended, syndrome, msn, Timestamp.of(nowNs), ts, (int) psn & Psn.MASK, t1);
        ExtendedAeth.writeRmsn(b, extended, rmsn);
        batch.end(at + LENGTH - TransmitBatch.ICRC_LENGTH, LENGTH);
        batch.close();
        owed.remove(Owed.NAK);
        repeated = true;
        qp.count(Counter.ACKS_SENT);
    }
}
