package org.urdma4j.transport.qp;

import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.seal.QpSeal;
import org.urdma4j.transport.shape.ConstantFlow;
import org.urdma4j.transport.wire.TransmitBatch;

/**
 * Fills the slots of a queue pair whose packets leave at a constant rate: with what the profile has
 * to send, and with chaff where it has nothing.
 */
final class Slots {
    private final QpContext qp;

    Slots(QpContext qp) {
        this.qp = qp;
    }

    /** Adds packets to an empty batch, whose sealer is ready; no more than there are slots. */
    void poll(TransmitBatch batch, Profile profile, long nowNs) {
        ConstantFlow flow = qp.flow;
        int open = flow.open(nowNs);
        if (open == 0) {
            return;
        }
        batch.limit(open);
        profile.poll(batch, nowNs);
        if (batch.isEmpty() && qp.sends()) {
            fill(batch, flow.chaff(open, nowNs), profile, nowNs);
        }
        if (batch.isEmpty()) {
            flow.onNothing(nowNs);
        } else {
            flow.onSent(batch.count());
        }
    }

    /** Nothing can be sealed. */
    void idle(long nowNs) {
        if (qp.flow != null) {
            qp.flow.onNothing(nowNs);
        }
    }

    private void fill(TransmitBatch batch, int most, Profile profile, long nowNs) {
        QpSeal seal = qp.seal;
        int t1 = Timestamp.of(nowNs);
        while (batch.count() < most && batch.accepts(0)) {
            seal.chaff(batch, qp.route, qp.pKey, qp.destQpn, t1);
        }
        int packets = batch.count();
        if (packets > 0) {
            qp.counters.add(Counter.CHAFF_SENT, packets);
            qp.counters.add(Counter.CHAFF_BYTES, qp.flow.onChaff(packets));
            profile.onChaffSent(packets, nowNs);
        }
    }
}
