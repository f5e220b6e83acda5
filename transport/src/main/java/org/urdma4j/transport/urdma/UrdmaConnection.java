package org.urdma4j.transport.urdma;

import org.urdma4j.codec.urdma.ReportCounters;
import org.urdma4j.codec.urdma.ReportWriter;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.fec.FecMode;
import org.urdma4j.retransmit.sack.SackConfig;
import org.urdma4j.transport.grant.GrantScheduler;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.fec.RepairSender;
import org.urdma4j.transport.urdma.grant.Grants;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.mtu.PathMtu;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.packet.DataWriter;
import org.urdma4j.transport.urdma.path.Paths;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.path.SendPaths;
import org.urdma4j.transport.urdma.report.InboundSpace;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.Owed;
import org.urdma4j.transport.urdma.report.PeerClock;
import org.urdma4j.transport.urdma.report.PeerProof;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.urdma.requester.NakReceiver;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.urdma.requester.ResponseReceiver;
import org.urdma4j.transport.urdma.responder.NakSender;
import org.urdma4j.transport.urdma.responder.Responder;
import org.urdma4j.transport.urdma.responder.ResponseSender;
import org.urdma4j.transport.work.SendCompletions;
import org.urdma4j.transport.work.Verdict;

/**
 * What the URDMA profile of one queue pair consists of, and whether it still speaks to its peer:
 * makes the parts and joins them. Confined to the event loop of the shard.
 */
final class UrdmaConnection {
    final QpContext qp;
    final Agreement agreement;
    final Owed owed = new Owed();
    final PeerClock clock = new PeerClock();
    final PeerProof proof = new PeerProof(clock);
    final OutboundSpace requests;
    final OutboundSpace answers;
    final InboundSpace peerRequests;
    final InboundSpace peerAnswers;
    final SendBudget sending;
    final SendCompletions completions;
    final Requester requester;
    final ResponseSender responseSender;
    final Responder responder;
    final ResponseReceiver responseReceiver;
    final NakReceiver nakReceiver;
    final NakSender nakSender;
    final RepairSender requestRepairs;
    final RepairSender answerRepairs;
    final PeerPaths peerPaths;
    final Migration migration;
    final PathMtu mtu;
    final Grants grants;
    private final Runnable toError;
    private boolean stopped;

    /**
     * Makes them for one queue pair.
     *
     * @param toError moves the queue pair to the error state and flushes it
     * @param port schedules what comes in at this port
     */
    UrdmaConnection(QpContext qp, Agreement agreement, Runnable toError, GrantScheduler port) {
        this.qp = qp;
        this.agreement = agreement;
        this.toError = toError;
        int window = qp.config.maxInFlightPackets();
        SackConfig sack = agreement.sackConfig(window);
        requests = new OutboundSpace(window);
        answers = new OutboundSpace(window);
        ReportWriter reports = new ReportWriter();
        ReportCounters counters = new ReportCounters();
        peerRequests =
                inbound(sack, UrdmaOpcode.REPORT_REQUESTS, Owed.REPORT_REQUESTS, reports, counters);
        peerAnswers =
                inbound(sack, UrdmaOpcode.REPORT_ANSWERS, Owed.REPORT_ANSWERS, reports, counters);
        sending = new SendBudget(qp, agreement);
        completions = new SendCompletions(qp, this::failAndFallSilent);
        nakSender = new NakSender(qp, owed);
        peerPaths = new PeerPaths(qp, agreement.paths() ? paths() : null);
        migration =
                new Migration(
                        qp, agreement.migrates(), () -> sending.control().rttNs(), this::onMoved);
        SendPaths words = peerPaths.words();
        mtu = new PathMtu(qp, agreement, this::askWhatArrived);
        DataWriter writer = new DataWriter(qp, agreement, mtu.size(), clock, words);
        requestRepairs = new RepairSender(qp, agreement, UrdmaOpcode.REPAIR_REQUESTS, words);
        answerRepairs =
                requestRepairs.enabled()
                        ? new RepairSender(qp, agreement, UrdmaOpcode.REPAIR_ANSWERS, words)
                        : requestRepairs; // which never does anything
        requester =
                new Requester(
                        qp,
                        agreement,
                        mtu.size(),
                        mtu::onLostAgain,
                        requests,
                        owed,
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
        grants =
                new Grants(
                        qp,
                        agreement,
                        port,
                        agreement.grants()
                                ? new GrantBacklog(
                                        qp,
                                        agreement,
                                        mtu.size(),
                                        this::answering,
                                        requester,
                                        responseSender)
                                : null,
                        sending,
                        clock,
                        proof,
                        peerRequests,
                        peerAnswers,
                        requests,
                        answers);
    }

    private InboundSpace inbound(
            SackConfig sack,
            int reportOpcode,
            int kind,
            ReportWriter reports,
            ReportCounters counters) {
        int capacity = agreement.reportCapacity(qp.addedBytes());
        InboundSpace space =
                new InboundSpace(
                        qp,
                        clock,
                        proof,
                        sack,
                        reportOpcode,
                        owed,
                        kind,
                        capacity,
                        reports,
                        counters);
        space.sack.onlyCountAndTime(agreement.tuning().paperReports());
        return space;
    }

    private Paths paths() {
        boolean repaired = agreement.fecMode().kind() != FecMode.Kind.OFF;
        return new Paths(
                qp, agreement, sending, requests, answers, clock, this::backlogBytes, !repaired);
    }

    private long backlogBytes() {
        return requester.backlogBytes() + responseSender.backlogBytes();
    }

    /** What was sent of late went where the peer isn't: both ends are to know what is missing. */
    private void onMoved(boolean otherPath, long nowNs) {
        peerRequests.onReportAsked(nowNs);
        peerAnswers.onReportAsked(nowNs);
        askWhatArrived();
        if (nakSender.fatal()) {
            nakSender.repeat();
        }
        if (otherPath) {
            sending.onTimeout(nowNs);
        }
    }

    /** What was sent before the path became narrower is lost: the peer is to say of what. */
    private void askWhatArrived() {
        requests.oweProbe();
        answers.oweProbe();
    }

    /** Returns whether answers may leave: in ERR those may that are owed before a refusal. */
    private boolean answering() {
        return qp.responds() || (nakSender.fatal() && responseSender.owes());
    }

    /** Memory that a READ is to be answered with went away. */
    private void onMemoryLost(long psn) {
        if (qp.responds()) { // otherwise a later request has failed before
            responder.executor().fail(Verdict.OPERATIONAL_ERROR, psn, responder.acknowledged());
        }
    }

    /** The queue pair is connected. */
    void start() {
        stopped = false;
    }

    /** No request is sent any more. */
    void stop() {
        stopped = true;
    }

    boolean stopped() {
        return stopped;
    }

    /** A request of the peer has failed, and answers to those before it have not arrived yet. */
    boolean draining() {
        return stopped && nakSender.fatal() && responseSender.owes();
    }

    /** The peer isn't where the refusal of its request went, or may not be. */
    boolean following() {
        return stopped && nakSender.fatal() && migration.isMoving();
    }

    /** Returns whether nothing at all goes out. */
    boolean isSilent() {
        return stopped && !owed.has(Owed.NAK) && !draining() && !following();
    }

    /** Moves the queue pair to the error state, and owes the peer nothing. */
    void failAndFallSilent() {
        toError.run();
        silence();
    }

    /** Gives memory back if nothing is under way; what is needed again grows again. */
    void trim() {
        if (requests.sack.outstanding() == 0 && answers.sack.outstanding() == 0) {
            requests.sack.trim();
            answers.sack.trim();
            peerRequests.sack.trim();
            peerAnswers.sack.trim();
            responseSender.trim();
            sending.control().trim();
        }
    }

    /** Forgets what is owed to the peer. */
    void silence() {
        nakSender.clear();
        responseSender.clear();
        withdraw();
    }

    /** No data leaves any more: what others share, and wait for, is left to them. */
    void withdraw() {
        grants.leave();
        sending.leaveCrowd();
        mtu.stop();
    }
}
