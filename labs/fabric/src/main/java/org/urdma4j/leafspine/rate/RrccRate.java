package org.urdma4j.leafspine.rate;

import org.urdma4j.congestion.CongestionControl;
import org.urdma4j.congestion.Feedback;
import org.urdma4j.congestion.Rrcc;
import org.urdma4j.leafspine.net.Packet;

/** RRCC as the engine has it: reports are the answers to containers. */
public final class RrccRate implements FlowRate {
    private static final int PS_PER_NS = 1000;

    private final CongestionControl control;
    private final Feedback feedback = new Feedback();
    private final int packetBytes;
    private long marked;
    private long missing;

    /**
     * @param packetBytes the largest packet on the wire
     */
    public RrccRate(int packetBytes) {
        this.packetBytes = packetBytes;
        this.control = new CongestionControl(new Rrcc(), packetBytes);
    }

    @Override
    public long readyPs(long nowPs, long underWayBytes) {
        long nowNs = nowPs / PS_PER_NS;
        if (control.budget(nowNs) > 0) {
            return nowPs;
        }
        long nextNs = control.nextSendNs(nowNs);
        return nextNs == Long.MAX_VALUE ? UNLIMITED : Math.max(nextNs, nowNs + 1) * PS_PER_NS;
    }

    @Override
    public void onSent(long nowPs, int bytes) {
        control.onSent(nowPs / PS_PER_NS, bytes);
    }

    @Override
    public void onAck(long nowPs, Packet ack, long ackedBytes, long sentBytes) {
        if (ack.marked) {
            marked++;
        }
        if (ack.missing != null) {
            missing += ack.missing.length;
        }
        feedback.nowNs = nowPs / PS_PER_NS;
        feedback.sentNs = ack.sentPs / PS_PER_NS;
        feedback.rttNs = Math.max(1, (nowPs - ack.sentPs) / PS_PER_NS);
        feedback.forwardDelayNs = ack.delayPs / PS_PER_NS;
        feedback.receiverNs = (ack.sentPs + ack.delayPs) / PS_PER_NS;
        feedback.receivedBytes = ack.total;
        feedback.receivedPackets = ack.total / packetBytes;
        feedback.missingPackets = missing;
        feedback.markedPackets = marked;
        control.onReport(feedback);
    }

    @Override
    public void onTimeout(long nowPs) {
        control.onTimeout(nowPs / PS_PER_NS);
    }
}
