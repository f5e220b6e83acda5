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
 * an interval. A host that was away finds the packets of several intervals at once, and answers a
 * marked one of each, up to six: a sender that hears once of a millisecond of marks takes them for
 * few. A notification goes before everything else that the queue pair has to send. Of UD, where a
 * queue pair has no one peer to slow down, marks are counted only. Confined to the event loop.
 */
final class NotificationPoint {
    /** For more intervals at once the sender would slow down by more than they were worth. */
    private static final int MOST_AT_ONCE = 6;

    private static final long NO_TURN = Long.MIN_VALUE;

    private final QpContext qp;
    private int owed;
    private boolean sent;
    private long sentNs;

    /** The turn of the event loop that a mark came in, and what of its intervals is left. */
    private long turnNs = NO_TURN;

    private long unanswered;

    NotificationPoint(QpContext qp) {
        this.qp = qp;
    }

    /** Forgets what it owes, and when it last sent. */
    void reset() {
        owed = 0;
        sent = false;
        turnNs = NO_TURN;
    }

    /** A packet of the peer that was let in had met a queue. */
    void onMarked(long nowNs) {
        qp.count(Counter.NP_ECN_MARKED_ROCE_PACKETS);
        if (nowNs != turnNs) {
            turnNs = nowNs;
            unanswered = intervals(nowNs);
        }
        if (unanswered > 0 && qp.type != QpType.UD) {
            unanswered--;
            owed++;
        }
    }

    /** Adds a notification to an empty batch if one is owed; returns whether one was. */
    boolean poll(TransmitBatch batch, long nowNs) {
        if (owed == 0 || !qp.responds()) {
            return false;
        }
        owed--;
        sent = true;
        sentNs = nowNs;
        int at = batch.begin(qp.route);
        Bth.write(batch.buffer(), at, Opcode.CNP, Bth.BECN, 0, qp.pKey, qp.destQpn, 0);
        Cnp.write(batch.buffer(), at + Opcode.cnpOffset(Opcode.CNP));
        int end = at + Opcode.headerLength(Opcode.CNP);
        batch.end(end, end - at + TransmitBatch.ICRC_LENGTH);
        batch.close();
        qp.count(Counter.NP_CNP_SENT);
        return true;
    }

    /** Returns how many intervals are to be answered for in the turn that begins. */
    private long intervals(long nowNs) {
        long intervalNs = qp.config.cnpIntervalNs();
        if (intervalNs == 0) {
            return Long.MAX_VALUE;
        }
        return sent ? Math.min((nowNs - sentNs) / intervalNs, MOST_AT_ONCE) : 1;
    }
}
