package org.urdma4j.transport.urdma.report;

import org.urdma4j.congestion.CongestionControl;
import org.urdma4j.congestion.Feedback;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.qp.RateControllers;
import org.urdma4j.transport.shape.ConstantFlow;
import org.urdma4j.transport.urdma.offer.Agreement;

/**
 * When data may leave: congestion control over both sequence spaces, and how often the peer is
 * asked for a report because of it. Of a queue pair with a constant rate whatever waits leaves in
 * its slots, and congestion control says how fast they may follow each other.
 */
public final class SendBudget {
    private static final int REPORTS_PER_ROUND_TRIP = 4;
    private static final int LEAST_ASK_INTERVAL = 2;

    private final QpContext qp;
    private final CongestionControl control;
    private final int packetBytes;
    private final int reportPackets;
    private final long samplePackets;
    private final PathLoss loss = new PathLoss();
    private long budget;
    private int sinceAsked;
    private boolean sentAny;

    public SendBudget(QpContext qp, Agreement agreement) {
        this.qp = qp;
        packetBytes = (int) qp.wireBytes(agreement.fullPacket());
        reportPackets = agreement.reportPackets();
        control =
                new CongestionControl(
                        RateControllers.reported(agreement.tuning(), agreement.referenceRate()),
                        packetBytes);
        samplePackets = Math.max(1, control.sampleBytes() / packetBytes);
    }

    public CongestionControl control() {
        return control;
    }

    public void cap(long bitsPerSecond) {
        control.cap(bitsPerSecond);
    }

    /** A new batch may be filled; returns whether anything may leave. */
    public boolean open(long nowNs) {
        ConstantFlow flow = qp.flow();
        if (flow != null) {
            control.advance(nowNs);
            flow.onSlot(control.allowedBitsPerSecond(), nowNs);
            budget = Long.MAX_VALUE; // as much as the batch takes
            sentAny = false;
            return true;
        }
        budget = control.budget(nowNs);
        sentAny = false;
        return budget > 0;
    }

    public boolean hasBudget() {
        return budget > 0;
    }

    /** A packet is in the batch: {@code bytes} from BTH to ICRC. */
    public void onSent(int bytes, long nowNs) {
        long onTheWire = qp.wireBytes(bytes);
        sentAny = true;
        ConstantFlow flow = qp.flow();
        if (flow != null) {
            flow.onData(nowNs);
            flow.onMeasured(1);
            control.onSentUnasked(nowNs, onTheWire);
            return;
        }
        budget -= onTheWire;
        control.onSent(nowNs, onTheWire);
    }

    /** So many packets that hold nothing are in the batch: the path has them to carry, too. */
    public void onChaffSent(int packets, long nowNs) {
        qp.flow().onMeasured(packets);
        control.onSentUnasked(nowNs, packets * qp.wireBytes(0));
    }

    /** The peer has said what has arrived. */
    void onReport(Feedback feedback) {
        control.onReport(feedback);
        if (qp.flow() != null) {
            qp.flow().onReport(feedback.rttNs);
        }
    }

    /** Returns when packets that wait for congestion control may leave, {@code nowNs} for now. */
    public long nextSendNs(long nowNs) {
        return qp.flow() != null ? nowNs : control.nextSendNs(nowNs);
    }

    /** Nothing more is there to be sent although it might be. */
    public void onNothingToSend(long nowNs) {
        if (budget > 0 && qp.flow() == null) {
            control.onApplicationLimited(nowNs);
        }
    }

    boolean sentAny() {
        return sentAny;
    }

    public PathLoss loss() {
        return loss;
    }

    /** Returns how many full packets the path holds. */
    public long pathPackets() {
        double bits = (double) control.deliveryBitsPerSecond() * control.minRttNs() / 1e9;
        return (long) (bits / 8 / packetBytes);
    }

    /** Returns whether the next packet is to ask for a report; counts it. */
    public boolean asks() {
        long packets = control.windowBytes() / packetBytes;
        long window = Math.min(packets, qp.config.maxInFlightPackets());
        long interval =
                Math.min(
                        samplePackets,
                        Math.max(LEAST_ASK_INTERVAL, window / REPORTS_PER_ROUND_TRIP));
        sinceAsked++;
        if (interval >= reportPackets || sinceAsked < interval) {
            return false;
        }
        sinceAsked = 0;
        return true;
    }
}
