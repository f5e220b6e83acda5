package org.urdma4j.transport.device;

import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.ReceiveSource;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;

/** Where a queue pair has its receives from, and what an application posts there. */
final class ReceiveSide {
    private final int maxSge;

    /** Its own receive queue; null when it shares one. */
    private final ReceiveQueue queue;

    private final ReceiveSource source;

    /**
     * Makes a receive queue unless one is shared.
     *
     * @param shared null for none
     */
    ReceiveSide(QpCap cap, SoftSharedReceiveQueue shared) {
        maxSge = cap.maxRecvSge();
        queue = shared == null ? new ReceiveQueue(cap.maxRecvWr(), cap.maxRecvSge()) : null;
        source = shared == null ? queue : shared.receives();
    }

    ReceiveSource source() {
        return source;
    }

    /** Takes a request that is posted in a state; the doorbell is the caller's to ring. */
    PostStatus take(RecvWr wr, QpState state) {
        if (state == QpState.RESET) {
            return PostStatus.INVALID_STATE;
        }
        if (queue == null || wr.numSge() > maxSge) {
            return PostStatus.INVALID_REQUEST;
        }
        return queue.post(wr) ? PostStatus.OK : PostStatus.QUEUE_FULL;
    }

    /** Returns whether the event loop must hear of what this thread has posted. */
    boolean wanted() {
        return queue.wanted();
    }
}
