package org.urdma4j.transport.shard;

import org.urdma4j.retransmit.RetransmitTimer;
import org.urdma4j.transport.qp.Qp;

/** A queue pair of a shard, and when it has its turns. */
final class ScheduledQp {
    final Qp qp;
    final int qpn;

    /** When it comes up in the {@link DeadlineHeap}, and where it stands there, -1 for nowhere. */
    long deadlineNs = RetransmitTimer.NEVER;

    int heapIndex = -1;

    /** Whether it waits to be asked for packets. */
    boolean ready;

    /** Whether it is among those that wait for a pause to end, ready all the while. */
    boolean held;

    /** Whether it was destroyed while it was ready: it is passed over when its turn comes. */
    boolean destroyed;

    /** How many batches it may have before others of the shard have theirs. */
    private double batches = 1;

    ScheduledQp(Qp qp) {
        this.qp = qp;
        qpn = qp.qpn();
    }

    /** It had a batch; returns whether the next one is its, too. */
    boolean goesOn() {
        batches--;
        if (batches >= 1) {
            return true;
        }
        batches += qp.batches();
        return false;
    }
}
