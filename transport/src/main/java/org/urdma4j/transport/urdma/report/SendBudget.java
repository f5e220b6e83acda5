package org.urdma4j.transport.urdma.report;

import org.urdma4j.congestion.CongestionControl;
import org.urdma4j.congestion.Feedback;
import org.urdma4j.congestion.RateController;
import org.urdma4j.transport.crowd.SfqEntry;
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
    private final GrantLimit granted = new GrantLimit();
    private final SfqEntry turn;
    private PathControl lane;
    private PathSelector chooser;
    private long budget;
    private boolean forRepairs;

    public SendBudget(QpContext qp, Agreement agreement) {
        this.qp = qp;
        this.agreement = agreement;
        packetBytes = (int) qp.wireBytes(agreement.fullPacket());
        reportPackets = agreement.reportPackets();
        lane = newLane();
        turn = turn();
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
        chooser = lanes;
    }

    /** Returns the lane of the present batch. */
    public PathControl lane() {
        return lane;
    }

    public CongestionControl control() {
        return lane.control;
    }

    /** Returns the bytes on the wire that have left and are not known to have arrived. */
    public long inFlightBytes() {
        return chooser == null ? lane.control.inFlightBytes() : chooser.inFlightBytes();
    }

    /** Returns what the peer has granted. */
    public GrantLimit granted() {
        return granted;
    }

    public void cap(long bitsPerSecond) {
        if (chooser == null) {
            lane.control.cap(bitsPerSecond);
        } else {
            chooser.cap(bitsPerSecond);
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
            lane.control.advance(nowNs);
            flow.onSlot(lane.control.allowedBitsPerSecond(), nowNs);
            budget = Long.MAX_VALUE; // as much as the batch takes
            return true;
        }
        if (chooser == null) {
            budget = amongOthers(nowNs);
        } else {
            forRepairs = repairs;
            budget = chooser.choose(repairs, nowNs);
            lane = chooser.lane();
            qp.outward(chooser.route());
        }
        if (granted.exhausted()) {
            onNothingToSend(nowNs);
            turn.end();
            budget = 0;
        }
        return budget > 0;
    }

    /** Who has no window sends at a rate that somebody else answers for. */
    private long amongOthers(long nowNs) {
        boolean answeredFor = lane.control.windowBytes() == RateController.UNLIMITED;
        if (!answeredFor && turn.join(qp.share.crowd())) {
            qp.share.crowd().brief(lane.control, nowNs);
        }
        long wanted = lane.control.budget(nowNs);
        if (answeredFor) {
            return wanted;
        }
        if (wanted <= 0) {
            turn.end();
            return wanted;
        }
        long allowed = turn.allow(wanted, nowNs);
        if (allowed == 0) {
            // What is under way won't show the path's rate.
            lane.control.onApplicationLimited(nowNs);
        }
        return allowed;
    }

    /** There was a budget, and no packet. */
    public void onNothingSent() {
        turn.end();
    }

    /** Has no part any more in what queue pairs to one peer share. */
    public void leaveCrowd() {
        turn.leave();
    }

    /**
     * Returns whether repair packets wait for a batch of their own, which may go another way than
     * what they repair.
     */
    public boolean keepsApart(TransmitBatch batch) {
        return chooser != null && !forRepairs && !batch.isEmpty();
    }

    /** Returns whether reports on sequence numbers measure the path: where there is one. */
    boolean isMeasuredWhole() {
        return chooser == null || qp.flow() != null;
    }

    public boolean hasBudget() {
        return budget > 0 && !granted.exhausted();
    }

    /** A packet is in the batch: {@code bytes} from BTH to ICRC. */
    public void onSent(int bytes, long nowNs) {
        long onTheWire = qp.wireBytes(bytes);
        granted.onSent(bytes, onTheWire);
        ConstantFlow flow = qp.flow();
        if (flow != null) {
            flow.onData(nowNs);
            flow.onMeasured(1);
            lane.control.onSentUnasked(nowNs, onTheWire);
            return;
        }
        budget -= onTheWire;
        lane.control.onSent(nowNs, onTheWire);
        if (chooser == null) {
            turn.onSent(onTheWire, onTheWire + EngineConfig.PACKET_COST);
        } else {
            chooser.onSent(onTheWire);
        }
    }

    /** So many packets that hold nothing are in the batch: the path has them to carry, too. */
    public void onChaffSent(int packets, long nowNs) {
        qp.flow().onMeasured(packets);
        lane.control.onSentUnasked(nowNs, packets * qp.wireBytes(0));
    }

    /** The peer has said what has arrived. */
    void onReport(Feedback feedback) {
        lane.control.courteous(turn.isAlone());
        lane.control.onReport(feedback);
        turn.onReport(
                feedback,
                lane.control.inFlightBytes(),
                lane.control.minRttNs(),
                lane.control.isCapped(),
                lane.control.isSettled());
        if (qp.flow() != null) {
            qp.flow().onReport(feedback.rttNs);
        }
    }

    /** No report came for a retransmission timeout. */
    public void onTimeout(long nowNs) {
        if (chooser == null) {
            lane.control.onTimeout(nowNs);
            turn.onAllLost();
        } else {
            chooser.onTimeout(nowNs);
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
        if (turn.isWaiting()) {
            return turn.lookNs(); // it is woken before that, if its turn comes
        }
        return chooser == null ? lane.control.nextSendNs(nowNs) : chooser.nextSendNs(nowNs);
    }

    /** Nothing more is there to be sent although it might be. */
    public void onNothingToSend(long nowNs) {
        if (budget <= 0 || qp.flow() != null) {
            return;
        }
        turn.onNothingToSend();
        if (chooser == null) {
            lane.control.onApplicationLimited(nowNs);
        } else {
            chooser.onNothingToSend(nowNs);
        }
    }

    public PathLoss loss() {
        return lane.loss;
    }

    /** Returns how many full packets the path holds. */
    public long pathPackets() {
        return lane.pathPackets();
    }

    /** Returns whether the next packet is to ask for a report; counts it. */
    public boolean asks() {
        boolean asks = lane.asks(qp.config.maxInFlightPackets(), reportPackets);
        return asks || (isWaitedFor() && budget < 2L * packetBytes);
    }

    /** Returns how many batches it is to have in a row; see {@link SfqEntry#batches}. */
    public double batches() {
        return turn.batches();
    }

    /** Returns whether others wait until what leaves has come: the last packet is to ask then. */
    public boolean isWaitedFor() {
        return turn.isWaitedFor();
    }
}
