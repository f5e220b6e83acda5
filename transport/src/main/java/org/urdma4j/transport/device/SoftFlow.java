package org.urdma4j.transport.device;

import org.urdma4j.transport.port.RawPackets;
import org.urdma4j.verbs.Flow;
import org.urdma4j.verbs.FlowAttr;
import org.urdma4j.verbs.QueuePair;

/** A steering rule of a RAW_PACKET queue pair, which closes it. */
final class SoftFlow extends Resource implements Flow {
    private final SoftQueuePair qp;
    private final FlowAttr attr;
    private final Runnable end;

    private SoftFlow(SoftQueuePair qp, RawPackets.Steering frames, FlowAttr attr) {
        super(qp);
        this.qp = qp;
        this.attr = attr;
        this.end = qp.context().onLoop(() -> frames.createFlow(attr));
    }

    /**
     * Makes one.
     *
     * @param frames null if the queue pair is of another type
     */
    static SoftFlow create(SoftQueuePair qp, RawPackets.Steering frames, FlowAttr attr) {
        Invalid.unless(
                frames != null,
                "flows steer frames to RAW_PACKET queue pairs, not to " + qp.qpType());
        Invalid.unlessInRange("port", attr.portNum(), 1, DeviceLimits.PORT);
        SoftFlow flow = new SoftFlow(qp, frames, attr);
        flow.adopted();
        return flow;
    }

    @Override
    public QueuePair qp() {
        return qp;
    }

    @Override
    public FlowAttr attr() {
        return attr;
    }

    @Override
    String describe() {
        return "Flow of " + qp.describe();
    }

    @Override
    void release() {
        qp.context().onLoop(end);
    }
}
