package org.urdma4j.transport.urdma;

import org.urdma4j.congestion.CongestionControl;
import org.urdma4j.congestion.FixedRateController;
import org.urdma4j.congestion.RateController;
import org.urdma4j.congestion.Rrcc;
import org.urdma4j.congestion.RrccConfig;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.UrdmaTuning;

/**
 * When data may leave: congestion control over both sequence spaces, and how often the peer is
 * asked for a report because of it.
 */
final class Sending {
    private static final int REPORTS_PER_ROUND_TRIP = 4;
    private static final int LEAST_ASK_INTERVAL = 2;

    private final QpContext qp;
    private final CongestionControl control;
    private final int packetBytes;
    private final int reportPackets;
    private final PathLoss loss = new PathLoss();
    private long budget;
    private int sinceAsked;
    private boolean sentAny;

    Sending(QpContext qp, Agreement agreement) {
        this.qp = qp;
        packetBytes = agreement.fullPacket() + qp.config.framingBytes();
        reportPackets = agreement.reportPackets();
        control = new CongestionControl(controller(agreement), packetBytes);
    }

    private static RateController controller(Agreement agreement) {
        UrdmaTuning tuning = agreement.tuning();
        long reference = agreement.referenceRate();
        if (tuning.congestionControl() == CongestionControlType.FIXED) {
            return new FixedRateController(reference);
        }
        return new Rrcc(
                RrccConfig.DEFAULT
                        .withReference(reference)
                        .withReferenceFloorHard(tuning.referenceFloorHard())
                        .withInitialWindowPackets(tuning.initialWindow()));
    }

    CongestionControl control() {
        return control;
    }

    void cap(long bitsPerSecond) {
        control.cap(bitsPerSecond);
    }

    /** A new batch may be filled; returns whether anything may leave. */
    boolean open(long nowNs) {
        budget = control.budget(nowNs);
        sentAny = false;
        return budget > 0;
    }

    boolean hasBudget() {
        return budget > 0;
    }

    /** A packet is in the batch: {@code bytes} from BTH to ICRC. */
    void onSent(int bytes, long nowNs) {
        long onTheWire = bytes + (long) qp.config.framingBytes();
        budget -= onTheWire;
        control.onSent(nowNs, onTheWire);
        sentAny = true;
    }

    /** Nothing more is there to be sent although it might be. */
    void onNothingToSend(long nowNs) {
        if (budget > 0) {
            control.onApplicationLimited(nowNs);
        }
    }

    boolean sentAny() {
        return sentAny;
    }

    PathLoss loss() {
        return loss;
    }

    /** Tells forward error correction how the path is. */
    void updatePath(RepairSender requests, RepairSender answers) {
        if (requests.enabled()) {
            double bits = (double) control.deliveryBitsPerSecond() * control.minRttNs() / 1e9;
            long packets = (long) (bits / 8 / packetBytes);
            requests.path(loss, packets);
            answers.path(loss, packets);
        }
    }

    /** Returns whether the next packet is to ask for a report; counts it. */
    boolean asks() {
        long packets = control.windowBytes() / packetBytes;
        long window = Math.min(packets, qp.config.maxInFlightPackets());
        long interval = Math.max(LEAST_ASK_INTERVAL, window / REPORTS_PER_ROUND_TRIP);
        sinceAsked++;
        if (interval >= reportPackets || sinceAsked < interval) {
            return false;
        }
        sinceAsked = 0;
        return true;
    }
}
