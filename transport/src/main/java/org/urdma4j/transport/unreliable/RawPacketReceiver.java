package org.urdma4j.transport.unreliable;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.queue.ReceiveWqe;
import org.urdma4j.transport.wire.PayloadSource;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.work.ReceiveCompletions;
import org.urdma4j.verbs.WcOpcode;

/**
 * Puts whole frames into receives, one into each. What finds no receive is dropped; one that is
 * longer than its receive ends the queue pair, as on devices (mlx5 completes it LOC_LEN_ERR and
 * stops the queue).
 */
final class RawPacketReceiver implements Receiver {
    private final QpContext qp;
    private final ReceiveCompletions receives;

    RawPacketReceiver(QpContext qp, ReceiveCompletions receives) {
        this.qp = qp;
        this.receives = receives;
    }

    @Override
    public void start(int psn) {
        // frames have no numbers
    }

    @Override
    public void reset() {
        // a frame is whole, or isn't there
    }

    @Override
    public void onPacket(ReceivedPacket packet) {
        throw new UnsupportedOperationException("the service has frames");
    }

    @Override
    public void onFrame(PayloadSource frame, int bytes) {
        ReceiveWqe receive = qp.receiveQueue.peek();
        if (receive == null) {
            qp.count(Counter.DROPPED_NO_RECEIVE);
        } else if (bytes > receive.sges().length()) {
            qp.count(Counter.DROPPED_REFUSED);
            receives.failForLength(receive);
        } else if (qp.resolve(receive) && receive.sges().scatter(0, bytes, frame)) {
            qp.counters.add(Counter.PLACED_BYTES, bytes);
            qp.count(Counter.RDMA_RECVS);
            receives.complete(receive, WcOpcode.RECV, bytes, 0, 0, false);
        } else {
            receives.failForMemory(receive);
        }
    }
}
