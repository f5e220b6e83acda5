package org.urdma4j.transport.urdma;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.fec.RepairReceiver;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.PeerProof;
import org.urdma4j.transport.urdma.requester.ResponseReceiver;
import org.urdma4j.transport.urdma.responder.NakSender;
import org.urdma4j.transport.urdma.responder.Responder;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;

/**
 * Where data and repair packets come in: are they the peer's, are they new enough, and whose are
 * they. Only then do they move anything. Confined to the event loop of the shard.
 */
final class DataIntake {
    private final QpContext qp;
    private final Agreement agreement;
    private final PeerClock clock;
    private final PeerProof proof;
    private final InboundSpace peerRequests;
    private final InboundSpace peerAnswers;

    /** Null, as the next, where no repair packets are agreed on. */
    private final RepairReceiver peerRequestRepairs;

    private final RepairReceiver peerAnswerRepairs;
    private final Responder responder;
    private final ResponseReceiver responseReceiver;
    private final NakSender nakSender;
    private final PeerPaths peerPaths;
    private final Migration migration;
    private final boolean several;
    private final boolean migrates;
    private UrdmaPacket view;
    private long nowNs;
    private boolean established;

    DataIntake(Parts parts) {
        qp = parts.qp;
        agreement = parts.agreement;
        clock = parts.clock;
        proof = parts.proof;
        peerRequests = parts.peerRequests;
        peerAnswers = parts.peerAnswers;
        responder = parts.responder;
        responseReceiver = parts.responseReceiver;
        nakSender = parts.nakSender;
        peerPaths = parts.peerPaths;
        migration = parts.migration;
        several = agreement.paths();
        migrates = agreement.migrates();
        boolean repaired = agreement.fec();
        peerRequestRepairs = repaired ? new RepairReceiver(agreement, peerRequests) : null;
        peerAnswerRepairs = repaired ? new RepairReceiver(agreement, peerAnswers) : null;
    }

    void start() {
        established = false;
        if (agreement.fec()) {
            peerRequestRepairs.clear();
            peerAnswerRepairs.clear();
        }
    }

    /** Takes a repair packet. */
    void onRepair(ReceivedPacket packet, long now) {
        view = packet.urdma();
        nowNs = now;
        boolean ofRequests = view.opcode() == UrdmaOpcode.REPAIR_REQUESTS;
        InboundSpace space = ofRequests ? peerRequests : peerAnswers;
        RepairReceiver repairs = ofRequests ? peerRequestRepairs : peerAnswerRepairs;
        qp.count(Counter.REPAIR_RCVD);
        if (!agreement.fec()) {
            return;
        }
        int t1 = view.t1();
        if (!proof.ofRepair(t1, nowNs) || !repairs.mayBegin(view) || !isOnItsPath()) {
            drop(space, Counter.DUPLICATE_REQUEST); // or of a group that is done with
            return;
        }
        long sentNs = clock.unwrap(t1, PeerClock.UNKNOWN, nowNs);
        if (dropStale(space, sentNs)) {
            return;
        }
        clock.onArrival(t1, nowNs);
        noteData();
        notePath(packet, space, sentNs);
        if (ofRequests) {
            nakSender.onArrival(t1, nowNs);
        }
        int wireBytes = view.length() + TransmitBatch.ICRC_LENGTH;
        space.sack.onOther(sentNs, wireBytes, nowNs);
        repairs.onRepair(packet);
        takeRepaired(packet, repairs);
    }

    /** Takes a packet that holds nothing; it is the peer's. */
    void onChaff(int t1, int bytes, boolean marked, long now) {
        long sentNs = clock.unwrap(t1, PeerClock.UNKNOWN, now);
        clock.onArrival(t1, now);
        if (marked) {
            peerRequests.onMarked();
        }
        peerRequests.sack.onOther(sentNs, bytes, now);
    }

    private void takeRepaired(ReceivedPacket like, RepairReceiver repairs) {
        boolean ofRequests = repairs == peerRequestRepairs;
        while (repairs.next(like)) {
            ReceivedPacket repaired = repairs.packet();
            if (repaired.urdma().has(Opcode.RESPONSE) == ofRequests) {
                continue;
            }
            if (ofRequests) {
                responder.onRepaired(repaired, repairs.psn(), nowNs);
            } else {
                responseReceiver.onRepaired(repaired, repairs.psn(), nowNs);
            }
        }
    }

    private boolean isMarked(ReceivedPacket packet) {
        return packet.congestionExperienced() || (view.bthFlags() & Bth.FECN) != 0;
    }

    /** Returns whether its number on the path may be right; a stranger must guess that, too. */
    private boolean isOnItsPath() {
        return !several || peerPaths.expects(view);
    }

    private void notePath(ReceivedPacket packet, InboundSpace space, long sentNs) {
        if (several) {
            peerPaths.onPacket(packet, sentNs, isMarked(packet), nowNs);
            space.sack.overPaths(peerPaths.skewNs());
        }
    }

    /** What comes is a reason to go on sending, as what goes is. */
    private void noteData() {
        if (qp.flow() != null) {
            qp.flow().onData(nowNs);
        }
    }

    /**
     * Drops a packet from before the sequence numbers wrapped. The report that it may ask for lets
     * an honest peer say with its next packet how far the clocks are apart by now.
     */
    private boolean dropStale(InboundSpace space, long sentNs) {
        if (!space.stale(clock.newestNs() - sentNs, nowNs)) {
            return false;
        }
        drop(space, Counter.DUPLICATE_REQUEST);
        if (view.ackRequested()) {
            space.sack.onReportAsked(nowNs);
        }
        return true;
    }

    /**
     * A packet that may be a stranger's moves nothing. Should it be the peer's, the report that
     * follows tells it our time, and what is missing.
     */
    private void drop(InboundSpace space, Counter why) {
        boolean answer = space == peerAnswers && why != Counter.DROPPED_WRONG_PEER;
        qp.count(answer ? Counter.UNEXPECTED_RESPONSE : why);
        space.sack.onDropped(nowNs);
    }

    /** Takes a request or response packet. */
    void onData(ReceivedPacket packet, long now) {
        view = packet.urdma();
        nowNs = now;
        int t1 = view.t1();
        int tr = view.tr();
        boolean answer = view.has(Opcode.RESPONSE);
        InboundSpace space = answer ? peerAnswers : peerRequests;
        long psn = Psn.unwrap(space.sack.cumulative(), view.psn());
        if (!proof.ofData(t1, tr, nowNs)) {
            drop(space, Counter.DROPPED_WRONG_PEER);
            return;
        }
        if (!space.sack.expects(psn) || !isOnItsPath()) {
            drop(space, Counter.OUT_OF_SEQ_REQUEST);
            return;
        }
        if (view.isPiece() && !agreement.pathMtu()) {
            drop(space, Counter.DROPPED_MALFORMED);
            return;
        }
        boolean isNew = !space.sack.hasArrived(psn);
        if (!isNew && space.sack.packetsReceived() == 0) {
            drop(space, Counter.DUPLICATE_REQUEST);
            return;
        }
        long sentNs = clock.unwrap(t1, tr, nowNs);
        if (isNew) {
            proof.onNew(tr, sentNs);
        }
        if (dropStale(space, sentNs)) {
            return;
        }
        clock.onArrival(t1, nowNs);
        noteData();
        notePath(packet, space, sentNs);
        if (tr != PeerClock.UNKNOWN) {
            long rttNs = Timestamp.nanos(clock.delay() + tr);
            space.sack.roundTrip(rttNs);
            if (several) {
                peerPaths.roundTrip(view, rttNs);
            }
        }
        if (isMarked(packet)) {
            space.onMarked();
        }
        if (migrates) {
            migration.onProven(packet, t1, nowNs);
        }
        if (answer) {
            responseReceiver.onPacket(packet, psn, sentNs, nowNs);
        } else {
            onRequest(packet, psn, sentNs, t1);
        }
        if (agreement.fec()
                && !view.retransmission()
                && psn - space.sack.cumulative() < qp.config.maxInFlightPackets()) {
            RepairReceiver repairs = answer ? peerAnswerRepairs : peerRequestRepairs;
            repairs.onMember(packet, psn);
            takeRepaired(packet, repairs);
        }
    }

    /** Data that comes too late to be taken shows where the peer is all the same. */
    void follow(ReceivedPacket packet, long now) {
        UrdmaPacket late = packet.urdma();
        InboundSpace space = late.has(Opcode.RESPONSE) ? peerAnswers : peerRequests;
        if (migrates
                && proof.ofData(late.t1(), late.tr(), now)
                && space.sack.expects(Psn.unwrap(space.sack.cumulative(), late.psn()))) {
            clock.onArrival(late.t1(), now);
            migration.onProven(packet, late.t1(), now);
        }
    }

    private void onRequest(ReceivedPacket packet, long psn, long sentNs, int t1) {
        nakSender.onArrival(t1, nowNs);
        if (qp.state() == QpState.RTR && !established) {
            established = true;
            qp.raise(EventType.COMM_EST);
        }
        responder.onPacket(packet, psn, sentNs, nowNs);
    }
}
