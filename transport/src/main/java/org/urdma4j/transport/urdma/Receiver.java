package org.urdma4j.transport.urdma;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.ArrivalStatistics;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.fec.RepairReceiver;
import org.urdma4j.transport.urdma.grant.Grants;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.report.Admission;
import org.urdma4j.transport.urdma.report.ArrivalTimes;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.PeerProof;
import org.urdma4j.transport.urdma.requester.NakReceiver;
import org.urdma4j.transport.urdma.requester.ResponseReceiver;
import org.urdma4j.transport.urdma.responder.NakSender;
import org.urdma4j.transport.urdma.responder.Responder;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;

/**
 * Where all packets come in: are they the peer's, are they new enough, and who takes them. Only
 * then do they move anything. Confined to the event loop of the shard.
 */
final class Receiver {
    private final UrdmaConnection connection;
    private final ControlReceiver control;
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
    private final NakReceiver nakReceiver;
    private final Grants grants;
    private final boolean several;
    private final boolean shaped;
    private final boolean migrates;
    private final boolean granted;
    private final boolean fec;
    private final boolean pieces;

    /** Null before the first data, which many queue pairs don't get for long. */
    private ArrivalTimes arrivals;

    private UrdmaPacket view;
    private long nowNs;
    private boolean established;

    Receiver(UrdmaConnection connection) {
        this.connection = connection;
        control = new ControlReceiver(connection);
        qp = connection.qp;
        agreement = connection.agreement;
        clock = connection.clock;
        proof = connection.proof;
        peerRequests = connection.peerRequests;
        peerAnswers = connection.peerAnswers;
        responder = connection.responder;
        responseReceiver = connection.responseReceiver;
        nakSender = connection.nakSender;
        peerPaths = connection.peerPaths;
        migration = connection.migration;
        several = agreement.paths();
        shaped = qp.flow() != null;
        migrates = agreement.migrates();
        granted = agreement.grants();
        nakReceiver = connection.nakReceiver;
        grants = connection.grants;
        fec = agreement.fec();
        pieces = agreement.pathMtu();
        peerRequestRepairs = fec ? new RepairReceiver(agreement, peerRequests) : null;
        peerAnswerRepairs = fec ? new RepairReceiver(agreement, peerAnswers) : null;
    }

    /** The queue pair is connected. */
    void start() {
        established = false;
        arrivals = null;
        if (fec) {
            peerRequestRepairs.clear();
            peerAnswerRepairs.clear();
        }
    }

    /** Returns how the peer's data has come. */
    ArrivalStatistics arrivals() {
        return arrivals == null ? ArrivalStatistics.NONE : arrivals.statistics();
    }

    /** Takes a packet that was let in and read. */
    void onPacket(ReceivedPacket packet, long now) {
        view = packet.urdma();
        nowNs = now;
        if (packet.isStrange() && !control.mayTell(view, now)) {
            qp.count(Counter.DROPPED_WRONG_PEER);
            return;
        }
        switch (view.opcode()) {
            case UrdmaOpcode.ACKNOWLEDGE -> nakReceiver.onNak(view, now);
            case UrdmaOpcode.REPORT_REQUESTS -> control.onRequests(packet, now);
            case UrdmaOpcode.REPORT_ANSWERS -> control.onAnswers(packet, now);
            case UrdmaOpcode.PROBE -> control.onProbe(packet, now);
            case UrdmaOpcode.REPORT_PATHS -> control.onPaths(view, now);
            case UrdmaOpcode.PATHS -> control.onPathList(view, now);
            case UrdmaOpcode.GRANT -> grants.onPacket(packet, now);
            case UrdmaOpcode.REPAIR_REQUESTS, UrdmaOpcode.REPAIR_ANSWERS -> onRepair(packet);
            default -> onData(packet);
        }
        if (granted) {
            grants.onData(packet, now);
        }
    }

    /** A packet came in ERR; returns whether it was of use. */
    boolean onPacketTooLate(ReceivedPacket packet, long now) {
        view = packet.urdma();
        nowNs = now;
        boolean helps =
                nakSender.fatal()
                        && !(packet.isStrange() && !control.mayTell(view, now))
                        && helpsAnswers(packet);
        if (!helps && view.opcode() != UrdmaOpcode.ACKNOWLEDGE) { // refusals would never end
            nakSender.repeat();
        }
        return helps;
    }

    /**
     * Takes a packet if it is of use to answers that are owed in ERR, which need all that answers
     * needed before, or shows where the peer is, which the refusal needs, too.
     */
    private boolean helpsAnswers(ReceivedPacket packet) {
        if (UrdmaOpcode.isPlaced(view.opcode())) {
            follow(packet);
            return false;
        }
        if (!connection.draining() && view.opcode() != UrdmaOpcode.PROBE) {
            return false;
        }
        switch (view.opcode()) {
            case UrdmaOpcode.REPORT_ANSWERS -> control.onAnswers(packet, nowNs);
            case UrdmaOpcode.REPORT_PATHS -> control.onPaths(view, nowNs);
            case UrdmaOpcode.PATHS -> control.onPathList(view, nowNs);
            case UrdmaOpcode.GRANT -> grants.onPacket(packet, nowNs);
            case UrdmaOpcode.PROBE -> {
                control.onProbe(packet, nowNs);
                return !view.ackRequested(); // who asks for a report hasn't heard the refusal
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void onRepair(ReceivedPacket packet) {
        boolean ofRequests = view.opcode() == UrdmaOpcode.REPAIR_REQUESTS;
        InboundSpace space = ofRequests ? peerRequests : peerAnswers;
        RepairReceiver repairs = ofRequests ? peerRequestRepairs : peerAnswerRepairs;
        qp.count(Counter.REPAIR_RCVD);
        if (!fec) {
            return;
        }
        int t1 = view.t1();
        if (!proof.ofRepair(t1, nowNs)
                || !repairs.mayBegin(view)
                || (several && !peerPaths.expects(view))) {
            drop(space, Counter.DUPLICATE_REQUEST); // or of a group that is done with
            return;
        }
        long sentNs = clock.unwrap(t1, PeerClock.UNKNOWN, nowNs);
        if (dropStale(space, sentNs)) {
            return;
        }
        clock.onArrival(t1, nowNs);
        noteArrival(packet, space, sentNs, packet.congestionExperienced() || view.fecn());
        if (ofRequests) {
            nakSender.onArrival(t1, nowNs);
        }
        int wireBytes = view.length() + TransmitBatch.ICRC_LENGTH;
        space.onOther(sentNs, wireBytes, nowNs);
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
        peerRequests.onOther(sentNs, bytes, now);
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

    private void noteArrival(
            ReceivedPacket packet, InboundSpace space, long sentNs, boolean marked) {
        if (qp.flow() != null) {
            qp.flow().onData(nowNs); // what comes is a reason to go on sending, as what goes is
        }
        if (several) {
            peerPaths.onPacket(packet, sentNs, marked, nowNs);
            space.sack.overPaths(peerPaths.skewNs());
        }
    }

    /** Drops a packet from before the sequence numbers wrapped. */
    private boolean dropStale(InboundSpace space, long sentNs) {
        if (!space.isStale(sentNs, nowNs)) {
            return false;
        }
        drop(space, Counter.DUPLICATE_REQUEST);
        askWhenStale(space);
        return true;
    }

    /**
     * The report that a stale packet may ask for lets an honest peer say with its next packet how
     * far the clocks are apart by now.
     */
    private void askWhenStale(InboundSpace space) {
        if (view.ackRequested()) {
            space.onReportAsked(nowNs);
        }
    }

    /**
     * A packet that may be a stranger's moves nothing. Should it be the peer's, the report that
     * follows tells it our time, and what is missing.
     */
    private void drop(InboundSpace space, Counter why) {
        boolean answer = space == peerAnswers && why != Counter.DROPPED_WRONG_PEER;
        qp.count(answer ? Counter.UNEXPECTED_RESPONSE : why);
        space.onDropped(nowNs);
    }

    private void onData(ReceivedPacket packet) {
        boolean answer = (view.flags() & Opcode.RESPONSE) != 0;
        InboundSpace space = answer ? peerAnswers : peerRequests;
        if (!pieces && view.isPiece()) {
            drop(space, Counter.DROPPED_MALFORMED);
            return;
        }
        int t1 = view.t1();
        int tr = view.tr();
        boolean onItsPath = !several || peerPaths.expects(view);
        Admission admission = space.admit(view.psn(), t1, tr, onItsPath, nowNs);
        if (admission.refusal != null) {
            drop(space, admission.refusal);
            if (admission == Admission.STALE) {
                askWhenStale(space);
            }
            return;
        }
        int delay = clock.onArrival(t1, nowNs);
        boolean marked = packet.congestionExperienced() || view.fecn();
        if (several || shaped) {
            noteArrival(packet, space, space.sentNs(), marked);
        }
        if (arrivals == null) {
            arrivals = new ArrivalTimes();
        }
        long rttNs = arrivals.onData(delay, tr, nowNs);
        if (tr != PeerClock.UNKNOWN) {
            space.sack.roundTrip(rttNs);
            if (several) {
                peerPaths.roundTrip(view, rttNs);
            }
        }
        if (marked) {
            space.onMarked();
        }
        if (migrates) {
            migration.onProven(packet, t1, nowNs);
        }
        boolean isNew = admission == Admission.NEW;
        if (answer) {
            responseReceiver.onPacket(packet, view, isNew, nowNs);
        } else {
            nakSender.onArrival(t1, nowNs);
            if (!established) {
                establish();
            }
            responder.onPacket(packet, view, isNew, nowNs);
        }
        if (fec && !view.retransmission()) {
            enterGroup(packet, answer, space);
        }
    }

    /** A packet that came the first time may be what a repair packet needs. */
    private void enterGroup(ReceivedPacket packet, boolean answer, InboundSpace space) {
        long psn = space.psn();
        if (psn - space.sack.cumulative() < qp.config.maxInFlightPackets()) {
            RepairReceiver repairs = answer ? peerAnswerRepairs : peerRequestRepairs;
            repairs.onMember(packet, psn);
            takeRepaired(packet, repairs);
        }
    }

    /** Data that comes too late to be taken shows where the peer is all the same. */
    private void follow(ReceivedPacket packet) {
        InboundSpace space = view.has(Opcode.RESPONSE) ? peerAnswers : peerRequests;
        if (migrates && space.mayBePeers(view, nowNs)) {
            clock.onArrival(view.t1(), nowNs);
            migration.onProven(packet, view.t1(), nowNs);
        }
    }

    /** The peer's first request has come. */
    private void establish() {
        established = true;
        if (qp.state() == QpState.RTR) {
            qp.raise(EventType.COMM_EST);
        }
    }
}
