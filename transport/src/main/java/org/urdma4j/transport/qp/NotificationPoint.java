package org.urdma4j.transport.qp;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Cnp;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.QpType;

/**
 * The notification point of DCQCN (IBTA annex A17.9.3): a packet that came with congestion
 * experienced is answered with a congestion notification packet to whoever sent it, at most one in
 * an interval. A notification goes before everything else that the queue pair has to send. Of UD,
 * where a queue pair has no one peer to slow down, marks are counted only, and on a protected queue
 * pair, where URDMA's reports tell of them. Confined to the event loop.
 */
final class NotificationPoint {
    private final QpContext qp;
    private boolean owed;
    private boolean sent;
    private long sentNs;

    NotificationPoint(QpContext qp) {
        this.qp = qp;
    }

    /** Forgets what it owes, and when it last sent. */
    void reset() {
        owed = false;
        sent = false;
    }

    /** A packet of the peer that was let in had met a queue. */
    void onMarked(long nowNs) {
        qp.count(Counter.NP_ECN_MARKED_ROCE_PACKETS);
        boolean due = !sent || nowNs - sentNs >= qp.config.cnpIntervalNs();
        owed |= due && qp.type != QpType.UD && qp.seal == null;
    }

    /** Adds a notification to an empty batch if one is owed; returns whether one was. */
    boolean poll(TransmitBatch batch, long nowNs) {
        if (!owed || !qp.responds()) {
            return false;
        }
        owed = false;
        sent = true;
        sentNs = nowNs;
        batch.sealWith(null);
        int at = batch.begin(qp.route);
        Bth.write(batch.buffer(), at, Opcode.CNP, Bth.BECN, 0, qp.pKey, qp.destQpn, 0);
        Cnp.write(batch.buffer(), at + Opcode.cnpOffset(Opcode.CNP));
        int end = at + Opcode.headerLength(Opcode.CNP);
        batch.end(end, end - at + TransmitBatch.ICRC_LENGTH);
        batch.close();
        qp.count(Counter.NP_CNP_SENT);
        return true;
    }
}
