package org.urdma4j.transport.urdma;

import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.congestion.CongestionControl;
import org.urdma4j.fec.FecMode;
import org.urdma4j.retransmit.sack.SackConfig;
import org.urdma4j.retransmit.sack.TimerAction;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.grant.GrantScheduler;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.Profile;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.qp.RailStatistics;
import org.urdma4j.transport.urdma.fec.RepairSender;
import org.urdma4j.transport.urdma.grant.Grants;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.mtu.PathMtu;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.packet.DataWriter;
import org.urdma4j.transport.urdma.path.Paths;
import org.urdma4j.transport.urdma.path.SendPaths;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.PeerProof;
import org.urdma4j.transport.urdma.report.ReportReceiver;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.urdma.requester.NakReceiver;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.urdma.requester.ResponseReceiver;
import org.urdma4j.transport.urdma.requester.RetryDeadline;
import org.urdma4j.transport.urdma.responder.NakSender;
import org.urdma4j.transport.urdma.responder.Responder;
import org.urdma4j.transport.urdma.responder.ResponseSender;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.transport.work.SendCompletions;
import org.urdma4j.transport.work.Verdict;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WcStatus;

import java.nio.ByteBuffer;
import java.util.List;

/** The URDMA profile of one queue pair: where its packets come in, go out, and its timers. */
public final class UrdmaProfile implements Profile {
    private static final long NEVER = Long.MAX_VALUE;

    /** Where slots are few, data has so many before the next report. */
    private static final int DATA_FIRST = 3;

    private final QpContext qp;
    private final Agreement agreement;
    private final PeerClock clock = new PeerClock();
    private final PeerProof proof = new PeerProof(clock);
    private final OutboundSpace requests;
    private final OutboundSpace answers;
    private final InboundSpace peerRequests;
    private final InboundSpace peerAnswers;
    private final SendBudget sending;
    private final SendCompletions completions;
    private final Requester requester;
    private final ResponseSender responseSender;
    private final Responder responder;
    private final ResponseReceiver responseReceiver;
    private final NakReceiver nakReceiver;
    private final ControlSender control;
    private final RetryDeadline retryDeadline;
    private final ReportReceiver reports;
    private final RepairSender requestRepairs;
    private final RepairSender answerRepairs;
    private final DataIntake intake;
    private final NakSender nakSender;

    /** Null where both ends haven't agreed on several paths. */
    private final Paths paths;

    /** Null where both ends haven't agreed on following each other. */
    private final Migration migration;

    private final Grants grants;

    private final PathMtu mtu;

    private final Runnable toError;
    private long nowNs;

    private int sinceControl = DATA_FIRST;

    private boolean requestsFirst;
    private boolean stopped;

    /**
     * Creates it for one queue pair.
     *
     * @param toError moves the queue pair to the error state and flushes it
     * @param port schedules what comes in at this port
     */
    public UrdmaProfile(QpContext qp, Agreement agreement, Runnable toError, GrantScheduler port) {
        this.qp = qp;
        this.agreement = agreement;
        this.toError = toError;
        qp.shapeTo(agreement.longestPacket());
        int window = qp.config.maxInFlightPackets();
        SackConfig sack = agreement.sackConfig(window);
        int report = agreement.reportCapacity(qp.sealingBytes());
        requests = new OutboundSpace(window);
        answers = new OutboundSpace(window);
        peerRequests = new InboundSpace(qp, sack, UrdmaOpcode.REPORT_REQUESTS, report);
        peerAnswers = new InboundSpace(qp, sack, UrdmaOpcode.REPORT_ANSWERS, report);
        boolean paperReports = agreement.tuning().paperReports();
        peerRequests.sack.onlyCountAndTime(paperReports);
        peerAnswers.sack.onlyCountAndTime(paperReports);
        sending = new SendBudget(qp, agreement);
        completions = new SendCompletions(qp, this::failAndFallSilent);
        nakSender = new NakSender(qp);
        paths = agreement.paths() ? paths() : null;
        migration = agreement.migrates() ? migration() : null;
        SendPaths words = paths == null ? null : paths.sending();
        mtu = new PathMtu(qp, agreement, this::askWhatArrived);
        DataWriter writer = new DataWriter(qp, agreement, mtu.size(), clock, words);
        requestRepairs = new RepairSender(qp, agreement, UrdmaOpcode.REPAIR_REQUESTS, words);
        answerRepairs = new RepairSender(qp, agreement, UrdmaOpcode.REPAIR_ANSWERS, words);
        requester =
                new Requester(
                        qp,
                        agreement,
                        mtu.size(),
                        mtu::onLostAgain,
                        requests,
                        sending,
                        writer,
                        requestRepairs,
                        completions);
        responseSender =
                new ResponseSender(
                        qp,
                        answers,
                        sending,
                        writer,
                        answerRepairs,
                        agreement,
                        mtu.size(),
                        mtu::onLostAgain,
                        requester.receives()::oweAsk,
                        this::onMemoryLost);
        responder = new Responder(qp, agreement, peerRequests, responseSender, nakSender, toError);
        responseReceiver = new ResponseReceiver(qp, agreement, peerAnswers, requester);
        nakReceiver = new NakReceiver(qp, requests, requester);
        intake =
                new DataIntake(
                        qp,
                        agreement,
                        clock,
                        proof,
                        peerRequests,
                        peerAnswers,
                        responder,
                        responseReceiver,
                        nakSender,
                        paths,
                        migration);
        control =
                new ControlSender(
                        qp,
                        nakSender,
                        peerRequests,
                        peerAnswers,
                        responder,
                        requester.receives(),
                        paths,
                        mtu,
                        migration);
        retryDeadline = new RetryDeadline(qp, agreement, requests, answers, requester);
        reports = new ReportReceiver(qp, requests, answers, sending);
        grants =
                new Grants(
                        qp,
                        agreement,
                        port,
                        new GrantBacklog(qp, agreement, requester, responseSender),
                        sending,
                        clock,
                        proof,
                        peerRequests,
                        peerAnswers,
                        requests,
                        answers);
    }

    private Migration migration() {
        return new Migration(qp, this::roundTripNs, this::onMoved);
    }

    /** What was sent of late went where the peer isn't: both ends are to know what is missing. */
    private void onMoved(boolean otherPath) {
        peerRequests.sack.onReportAsked(nowNs);
        peerAnswers.sack.onReportAsked(nowNs);
        requests.oweProbe();
        answers.oweProbe();
        if (otherPath) {
            sending.onTimeout(nowNs);
        }
    }

    private Paths paths() {
        boolean repaired = agreement.fecMode().kind() != FecMode.Kind.OFF;
        return new Paths(
                qp, agreement, sending, requests, answers, clock, this::backlogBytes, !repaired);
    }

    /** What was sent before the path became narrower is lost: the peer is to say of what. */
    private void askWhatArrived() {
        requests.oweProbe();
        answers.oweProbe();
    }

    private long backlogBytes() {
        return requester.backlogBytes() + responseSender.backlogBytes();
    }

    private void failAndFallSilent() {
        toError.run();
        silence();
    }

    /** Memory that a READ is to be answered with went away. */
    private void onMemoryLost(long psn) {
        if (qp.responds()) { // otherwise a later request has failed before
            responder.executor().fail(Verdict.OPERATIONAL_ERROR, psn, responder.acknowledged());
        }
    }

    /** A request of the peer has failed, and answers to those before it have not arrived yet. */
    private boolean draining() {
        return stopped && nakSender.fatal() && responseSender.owes();
    }

    @Override
    public void startReceiving(int psn) {
        clock.reset();
        proof.reset();
        nakSender.clear();
        stopped = false;
        intake.start();
        responseReceiver.start();
        nakReceiver.start();
        responder.start(psn);
        responseSender.start(agreement.own().responsePsn(), qp.maxDestReadAtomic);
        peerAnswers.start(agreement.peer().responsePsn());
        if (paths != null) {
            paths.start();
        }
        if (migration != null) {
            migration.start();
        }
        grants.start();
        mtu.start();
    }

    @Override
    public void startSending(int psn) {
        requester.start(psn);
        mtu.startSending();
    }

    @Override
    public void onModified() {
        sending.cap(qp.rateLimit);
        responseSender.resize(qp.maxDestReadAtomic);
        requester.receives().retries(qp.rnrRetryCount);
    }

    @Override
    public boolean drained() {
        return requester.drained();
    }

    @Override
    public void onDoorbell() {
        if (qp.responds()) {
            responder.onReceivesPosted(nowNs);
        }
    }

    @Override
    public boolean looksElsewhere() {
        return migration != null;
    }

    @Override
    public boolean takes(ReceivedPacket packet) {
        return packet.isUrdma();
    }

    @Override
    public PacketStatus read(ReceivedPacket packet) {
        return packet.readUrdma(agreement.fec(), agreement.paths());
    }

    @Override
    public boolean onPacketTooLate(ReceivedPacket packet, long now) {
        nowNs = now;
        int opcode = packet.urdma().opcode();
        if (opcode == UrdmaOpcode.REPORT_ANSWERS && draining()) {
            onReport(packet, answers);
            return true;
        }
        if (opcode != UrdmaOpcode.ACKNOWLEDGE) { // two refusals would never end
            nakSender.repeat();
        }
        return false;
    }

    @Override
    public void onPacket(ReceivedPacket packet, long now) {
        nowNs = now;
        UrdmaPacket view = packet.urdma();
        if (isStrange(packet) && !mayTell(view)) {
            qp.count(Counter.DROPPED_WRONG_PEER);
            return;
        }
        switch (view.opcode()) {
            case UrdmaOpcode.ACKNOWLEDGE -> nakReceiver.onNak(view, nowNs);
            case UrdmaOpcode.REPORT_REQUESTS -> onReport(packet, requests);
            case UrdmaOpcode.REPORT_ANSWERS -> onReport(packet, answers);
            case UrdmaOpcode.PROBE -> onProbe(packet, view);
            case UrdmaOpcode.REPORT_PATHS -> onPathReport(view);
            case UrdmaOpcode.PATHS -> onPathList(view);
            case UrdmaOpcode.GRANT -> grants.onPacket(packet, nowNs);
            case UrdmaOpcode.REPAIR_REQUESTS, UrdmaOpcode.REPAIR_ANSWERS ->
                    intake.onRepair(packet, nowNs);
            default -> intake.onData(packet, nowNs);
        }
        grants.onData(packet, nowNs);
    }

    /**
     * Returns whether a packet comes from where the peer isn't known to be, and nothing vouches.
     */
    private boolean isStrange(ReceivedPacket packet) {
        return migration != null && !qp.isSealed() && migration.isStrange(packet);
    }

    /**
     * Returns whether a packet in the clear from a strange address may be looked at: data proves
     * itself by two clocks and a number, a report by them and by what was sent, and an answer to a
     * challenge has the number of that.
     */
    private boolean mayTell(UrdmaPacket view) {
        int opcode = view.opcode();
        if (opcode == UrdmaOpcode.REPORT_REQUESTS || opcode == UrdmaOpcode.REPORT_ANSWERS) {
            return provesItself(view);
        }
        if (opcode == UrdmaOpcode.PROBE) {
            int kind = ProbeHeader.kind(view.buffer(), view.extendedOffset());
            return kind == ProbeHeader.ADDRESS_ANSWER;
        }
        return UrdmaOpcode.isPlaced(opcode);
    }

    private boolean provesItself(UrdmaPacket report) {
        ByteBuffer b = report.buffer();
        int at = report.extendedOffset();
        int t3 = ExtendedAeth.t3(b, at);
        return PeerProof.ofAnswer(t3, ExtendedAeth.ts(b, at), ExtendedAeth.t1Echo(b, at), nowNs);
    }

    @Override
    public void onChaff(int t1, int bytes, boolean marked, long now) {
        nowNs = now;
        intake.onChaff(t1, bytes, marked, now);
    }

    @Override
    public void onChaffSent(int packets, long now) {
        sending.onChaffSent(packets, now);
    }

    @Override
    public boolean isFrom(Object source) {
        return paths != null && paths.isFrom(source);
    }

    @Override
    public void onCongestionNotified(long now) {
        sending.control().onNotified(now);
    }

    /** Tells forward error correction how the path is. */
    private void updatePath() {
        if (requestRepairs.enabled()) {
            long packets = sending.pathPackets();
            requestRepairs.path(sending.loss(), packets);
            answerRepairs.path(sending.loss(), packets);
        }
    }

    private void onReport(ReceivedPacket packet, OutboundSpace space) {
        UrdmaPacket view = packet.urdma();
        ReportReader report = reports.take(view, space, nowNs);
        if (report == null) {
            return;
        }
        if (migration != null && (qp.isSealed() || provesItself(view))) {
            int t3 = ExtendedAeth.t3(view.buffer(), view.extendedOffset());
            migration.onProven(packet, t3, nowNs);
        }
        updatePath();
        clock.onArrival(ExtendedAeth.t3(view.buffer(), view.extendedOffset()), nowNs);
        if (space == requests) {
            requester.receives().onReport(report.receiveLimit());
            requester.completer().completeInOrder();
        } else {
            responseSender.onReport(nowNs);
            responder.resume(nowNs);
        }
    }

    private void onPathReport(UrdmaPacket view) {
        if (paths != null && paths.onReport(view, nowNs)) {
            updatePath();
        }
    }

    private void onPathList(UrdmaPacket view) {
        if (paths != null) {
            paths.onList(view, nowNs);
        }
    }

    private void onProbe(ReceivedPacket packet, UrdmaPacket view) {
        int kind = ProbeHeader.kind(view.buffer(), view.extendedOffset());
        if (kind == ProbeHeader.CHALLENGE || kind == ProbeHeader.CHALLENGE_ANSWER) {
            if (paths != null) {
                paths.onProbe(packet, kind, nowNs);
            }
        } else if (kind == ProbeHeader.PATH_MTU_ANSWER) {
            mtu.onAnswer(view, nowNs);
        } else if (kind == ProbeHeader.ADDRESS_CHALLENGE || kind == ProbeHeader.ADDRESS_ANSWER) {
            if (migration != null) {
                migration.onProbe(packet, kind, nowNs);
            }
        } else if (view.ackRequested()) {
            peerRequests.sack.onReportAsked(nowNs);
            if (peerAnswers.sack.packetsReceived() > 0 || requester.reads().outstanding() > 0) {
                peerAnswers.sack.onReportAsked(nowNs);
            }
        } else if (kind == ProbeHeader.PATH_MTU) {
            mtu.onProbe(view);
        }
    }

    @Override
    public void poll(TransmitBatch batch, long now) {
        nowNs = now;
        boolean draining = draining();
        if (qp.route == null || (stopped && !nakSender.owed() && !draining)) {
            return;
        }
        boolean dataFirst = qp.flow() != null && sinceControl < DATA_FIRST;
        if (!dataFirst && pollControl(batch, now)) {
            sinceControl = 0;
            return;
        }
        pollData(batch, draining, now);
        sinceControl = Math.min(DATA_FIRST, sinceControl + batch.count());
        if (batch.isEmpty() && (dataFirst || nakSender.owed())) {
            pollControl(batch, now); // memory of an answer may have gone
        }
    }

    private boolean pollControl(TransmitBatch batch, long now) {
        if (paths == null) {
            return control.poll(batch, now) || grants.poll(batch, now);
        }
        long duplicates = peerRequests.sack.duplicates() + peerAnswers.sack.duplicates();
        qp.outward(paths.controlRoute(duplicates, now));
        return control.poll(batch, now) || grants.poll(batch, now);
    }

    private void pollData(TransmitBatch batch, boolean draining, long now) {
        if (qp.state() == QpState.ERR && !draining) {
            return;
        }
        boolean open = sending.open(requestRepairs.due() || answerRepairs.due(), now);
        if (!open && !requests.probeOwed() && !answers.probeOwed()) {
            return;
        }
        if (requestsFirst && qp.sends()) {
            requester.poll(batch, now);
        }
        if (batch.isEmpty() && (qp.responds() || draining())) { // may have failed meanwhile
            responseSender.poll(batch, now);
        }
        if (batch.isEmpty() && !requestsFirst && qp.sends()) {
            requester.poll(batch, now);
        }
        requestsFirst = !requestsFirst;
        if (!batch.isEmpty()) {
            mtu.onData(now);
        }
        if (open && isIdle(now)) {
            sending.onNothingToSend(now);
        }
    }

    /** Returns whether neither requests nor answers have packets that might leave. */
    private boolean isIdle(long now) {
        return !(qp.responds() && responseSender.hasWork())
                && !(qp.sends() && requester.isReady(now));
    }

    @Override
    public void onTimer(long now) {
        nowNs = now;
        grants.onTimer(now);
        requester.receives().onTimer(now);
        if (paths != null && !stopped) {
            paths.onTimer(now);
        }
        if (migration != null) {
            migration.onTimer(now);
        }
        if (!stopped && !requester.completer().refused()) {
            onSackTimer(requests);
        }
        if (!stopped || draining()) {
            onSackTimer(answers);
        }
        if (giveUpNs() <= now) {
            qp.count(Counter.RETRY_EXCEEDED_ERR);
            completions.failOldest(WcStatus.RETRY_EXC_ERR);
        } else if (answersGiveUpNs() <= now) {
            qp.count(Counter.RETRY_EXCEEDED_ERR);
            if (!stopped) {
                qp.raise(EventType.QP_FATAL);
            }
            failAndFallSilent();
        }
    }

    @Override
    public void onHeld(long sinceNs, long now) {
        retryDeadline.standStill(
                sinceNs, now, responseReceiver.answeredNs(), nakReceiver.notReadyNs());
        requests.sack.standStill(sinceNs, now);
        answers.sack.standStill(sinceNs, now);
    }

    private long giveUpNs() {
        return stopped
                ? NEVER
                : retryDeadline.requestsUntilNs(
                        responseReceiver.answeredNs(), nakReceiver.notReadyNs());
    }

    private long answersGiveUpNs() {
        return stopped && !draining() ? NEVER : retryDeadline.answersUntilNs();
    }

    private void onSackTimer(OutboundSpace space) {
        if (space.sack.nextTimerNs() > nowNs) {
            return;
        }
        TimerAction action = space.sack.onTimer(nowNs);
        if (action != TimerAction.NONE) {
            mtu.onSilence(nowNs);
        }
        if (action == TimerAction.PROBE) {
            space.oweProbe();
        } else if (action == TimerAction.TIMEOUT) {
            qp.count(Counter.LOCAL_ACK_TIMEOUT_ERR);
            sending.onTimeout(nowNs);
        }
    }

    @Override
    public long nextDeadlineNs(long now) {
        if (stopped && !draining()) {
            return NEVER;
        }
        if (requester.receives().askOwed()) {
            return now;
        }
        long deadline = Math.min(answers.sack.nextTimerNs(), answersGiveUpNs());
        deadline = Math.min(deadline, grants.deadlineNs());
        if (!stopped) {
            deadline = Math.min(deadline, requestsDeadlineNs());
        }
        if (responseSender.hasWork() || (qp.sends() && requester.hasWork())) {
            long next = sending.nextSendNs(now);
            if (next > now) {
                deadline = Math.min(deadline, next);
            }
        }
        return deadline;
    }

    private long requestsDeadlineNs() {
        long deadline = Math.min(peerRequests.nextReportNs(), peerAnswers.nextReportNs());
        if (paths != null) {
            deadline = Math.min(deadline, paths.deadlineNs(nowNs));
        }
        if (migration != null) {
            deadline = Math.min(deadline, migration.deadlineNs());
        }
        deadline = Math.min(deadline, requester.receives().deadlineNs());
        deadline = Math.min(deadline, mtu.deadlineNs());
        if (!requester.completer().refused()) {
            deadline = Math.min(deadline, requests.sack.nextTimerNs());
        }
        return Math.min(deadline, giveUpNs());
    }

    @Override
    public PathStatistics path() {
        CongestionControl path = sending.control();
        long pace = path.pacingBitsPerSecond();
        return new PathStatistics(
                "urdma",
                path.rttNs(),
                path.minRttNs(),
                path.inFlightBytes(),
                path.windowBytes(),
                pace == Long.MAX_VALUE ? 0 : pace,
                path.deliveryBitsPerSecond(),
                path.queueNs(),
                grants.state(path.state()),
                mtu.size().bytes(),
                (int) requests.sack.cumulative() & Psn.MASK);
    }

    @Override
    public List<RailStatistics> rails() {
        return paths == null ? List.of() : paths.statistics();
    }

    @Override
    public long roundTripNs() {
        return sending.control().rttNs();
    }

    @Override
    public void askForSign() {
        control.oweSign();
    }

    @Override
    public void leaveShare() {
        grants.forget();
        // Congestion control takes the place of the limit that queue pairs to one peer share.
    }

    @Override
    public void stop() {
        stopped = true;
        control.forgetSign();
        grants.leave();
        mtu.stop();
        requester.receives().stop();
    }

    @Override
    public void flush() {
        completions.flushAll();
        qp.flushReceives();
    }

    @Override
    public void silence() {
        nakSender.clear();
        responseSender.clear();
    }

    @Override
    public void discard() {
        completions.discardAll();
        qp.discardReceives();
        responder.clear();
        silence();
        stop();
    }
}
