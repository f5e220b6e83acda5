package org.urdma4j.transport.urdma.report;

import org.urdma4j.congestion.CongestionControl;
import org.urdma4j.congestion.Feedback;
import org.urdma4j.congestion.RateController;
import org.urdma4j.transport.fairqueue.SfqEntry;
import org.urdma4j.transport.grant.GrantLimit;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.qp.RateControllers;
import org.urdma4j.transport.shape.ConstantFlow;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.wire.TransmitBatch;

/**
 * When data may leave: congestion control over both sequence spaces, and how often the peer is
 * asked for a report because of it. Where there are several lanes a chooser says which takes the
 * next batch. Of a queue pair with a constant rate whatever waits leaves in its slots, and
 * congestion control says how fast they may follow each other.
 */
public final class SendBudget {
    /** What leaves in a turn where queue pairs are many: a super-packet or two. */
    private static final int TURN_PACKETS = 16;

    /** Initial windows that those to one peer have together then, whatever the path has shown. */
    private static final int SHARED_WINDOWS = 4;

    private final QpContext qp;
    private final Agreement agreement;
    private final int packetBytes;
    private final int reportPackets;
    private final int mostPackets;

    /** Of a packet without a byte; of any, where all are filled to one length. */
    private final long framing;

    private final boolean padded;
    private final boolean granting;
    private final GrantLimit granted = new GrantLimit();
    private final SfqEntry entry;
    private PathControl path;
    private PathSelector selector;
    private long budget;
    private boolean forRepairs;

    public SendBudget(QpContext qp, Agreement agreement) {
        this.qp = qp;
        this.agreement = agreement;
        packetBytes = (int) qp.wireBytes(agreement.fullPacket());
        reportPackets = agreement.reportPackets();
        mostPackets = qp.config.maxInFlightPackets();
        framing = qp.wireBytes(0);
        padded = qp.isPadded();
        granting = agreement.grants();
        path = newLane();
        entry = turn();
    }

    private SfqEntry turn() {
        long shared = (long) SHARED_WINDOWS * agreement.tuning().initialWindow() * packetBytes;
        return new SfqEntry(
                qp.qpn,
                agreement.tuning().weight(),
                TURN_PACKETS * packetBytes,
                Math.min(shared, qp.config.maxInFlightBytes()));
    }

    /** Makes a lane of which nothing is known. */
    public PathControl newLane() {
        return new PathControl(
                new CongestionControl(
                        RateControllers.reported(
                                agreement.tuning(), agreement.referenceRate(), agreement.grants()),
                        packetBytes),
                packetBytes);
    }

    /** Has the lane of each batch chosen. */
    public void chooseBy(PathSelector lanes) {
        selector = lanes;
    }

    /** Returns the lane of the present batch. */
    public PathControl lane() {
        return path;
    }

    public CongestionControl control() {
        return path.control;
    }

    /** Returns the bytes on the wire that have left and are not known to have arrived. */
    public long inFlightBytes() {
        return selector == null ? path.control.inFlightBytes() : selector.inFlightBytes();
    }

    /** Returns what the peer has granted. */
    public GrantLimit granted() {
        return granted;
    }

    public void cap(long bitsPerSecond) {
        if (selector == null) {
            path.control.cap(bitsPerSecond);
        } else {
            selector.cap(bitsPerSecond);
        }
    }

    /**
     * A new batch may be filled; returns whether anything may leave.
     *
     * @param repairs whether it begins with repair packets
     */
    public boolean open(boolean repairs, long nowNs) {
        ConstantFlow flow = qp.flow();
        if (flow != null) {
            path.control.advance(nowNs);
            flow.onSlot(path.control.allowedBitsPerSecond(), nowNs);
            budget = Long.MAX_VALUE; // as much as the batch takes
            return true;
        }
        if (selector == null) {
            budget = amongOthers(nowNs);
        } else {
            forRepairs = repairs;
            budget = selector.choose(repairs, nowNs);
            path = selector.lane();
            qp.outward(selector.route());
        }
        if (granting && granted.exhausted()) {
            onNothingToSend(nowNs);
            entry.end();
            budget = 0;
        }
        return budget > 0;
    }

    /** Who has no window sends at a rate that somebody else answers for. */
    private long amongOthers(long nowNs) {
        boolean answeredFor = path.control.windowBytes() == RateController.UNLIMITED;
        if (!answeredFor && entry.join(qp.share.fairQueue())) {
            qp.share.fairQueue().brief(path.control, nowNs);
        }
        long wanted = path.control.budget(nowNs);
        if (answeredFor) {
            return wanted;
        }
        if (wanted <= 0) {
            entry.end();
            return wanted;
        }
        long allowed = entry.allow(wanted, nowNs);
        if (allowed == 0) {
            // What is under way won't show the path's rate.
            path.control.onApplicationLimited(nowNs);
        }
        return allowed;
    }

    /** There was a budget, and no packet. */
    public void onNothingSent() {
        entry.end();
    }

    /** Has no part any more in what queue pairs to one peer share. */
    public void leaveCrowd() {
        entry.leave();
    }

    /**
     * Returns whether repair packets wait for a batch of their own, which may go another way than
     * what they repair.
     */
    public boolean keepsApart(TransmitBatch batch) {
        return selector != null && !forRepairs && !batch.isEmpty();
    }

    /** Returns whether reports on sequence numbers measure the path: where there is one. */
    boolean isMeasuredWhole() {
        return selector == null || qp.flow() != null;
    }

    public boolean hasBudget() {
        return budget > 0 && !(granting && granted.exhausted());
    }

    /** A packet is in the batch: {@code bytes} from BTH to ICRC. */
    public void onSent(int bytes, long nowNs) {
        long onTheWire = padded ? framing : framing + bytes;
        granted.onSent(bytes, onTheWire);
        ConstantFlow flow = qp.flow();
        if (flow != null) {
            flow.onData(nowNs);
            flow.onMeasured(1);
            path.control.onSentUnasked(nowNs, onTheWire);
            return;
        }
        budget -= onTheWire;
        path.control.onSent(nowNs, onTheWire);
        if (selector == null) {
            entry.onSent(onTheWire, onTheWire + EngineConfig.PACKET_COST);
        } else {
            selector.onSent(onTheWire);
        }
    }

    /** So many packets that hold nothing are in the batch: the path has them to carry, too. */
    public void onChaffSent(int packets, long nowNs) {
        qp.flow().onMeasured(packets);
        path.control.onSentUnasked(nowNs, packets * framing);
    }

    /** The peer has said what has arrived. */
    void onReport(Feedback feedback) {
        path.control.courteous(entry.isAlone());
        path.control.onReport(feedback);
        entry.onReport(
                feedback,
                path.control.inFlightBytes(),
                path.control.minRttNs(),
                path.control.isCapped(),
                path.control.isSettled());
        if (qp.flow() != null) {
            qp.flow().onReport(feedback.rttNs);
        }
    }

    /** No report came for a retransmission timeout. */
    public void onTimeout(long nowNs) {
        if (selector == null) {
            path.control.onTimeout(nowNs);
            entry.onAllLost();
        } else {
            selector.onTimeout(nowNs);
        }
    }

    /** Returns when packets that wait for congestion control may leave, {@code nowNs} for now. */
    public long nextSendNs(long nowNs) {
        if (granted.exhausted()) {
            return Long.MAX_VALUE; // a grant comes as a packet
        }
        if (qp.flow() != null) {
            return nowNs;
        }
        if (entry.isWaiting()) {
            return entry.lookNs(); // it is woken before that, if its turn comes
        }
        return selector == null ? path.control.nextSendNs(nowNs) : selector.nextSendNs(nowNs);
    }

    /** Nothing more is there to be sent although it might be. */
    public void onNothingToSend(long nowNs) {
        if (budget <= 0 || qp.flow() != null) {
            return;
        }
        entry.onNothingToSend();
        if (selector == null) {
            path.control.onApplicationLimited(nowNs);
        } else {
            selector.onNothingToSend(nowNs);
        }
    }

    public PathLoss loss() {
        return path.loss;
    }

    /** Returns how many full packets the path holds. */
    public long pathPackets() {
        return path.pathPackets();
    }

    /** Returns whether the next packet is to ask for a report; counts it. */
    public boolean asks() {
        return asks(isWaitedFor());
    }

    /**
     * As {@link #asks()}.
     *
     * @param waitedFor what {@link #isWaitedFor} says
     */
    public boolean asks(boolean waitedFor) {
        boolean asks = path.asks(mostPackets, reportPackets);
        return asks || (waitedFor && budget < 2L * packetBytes);
    }

    /** Returns how many batches it is to have in a row; see {@link SfqEntry#batches}. */
    public double batches() {
        return entry.batches();
    }

    /** Returns whether others wait until what leaves has come: the last packet is to ask then. */
    public boolean isWaitedFor() {
        return entry.isWaitedFor();
    }
}
