package org.urdma4j.transport.urdma;

import org.urdma4j.retransmit.sack.TimerAction;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.grant.Grants;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.mtu.PathMtu;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.Owed;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.urdma.requester.RetryDeadline;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.WcStatus;

/** What is due when, and when to give up. Confined to the event loop of the shard. */
final class Timers {
    private static final long NEVER = Long.MAX_VALUE;

    private final QpContext qp;
    private final UrdmaConnection connection;
    private final Sender sender;
    private final OutboundSpace requests;
    private final OutboundSpace answers;
    private final SendBudget sending;
    private final Requester requester;
    private final RetryDeadline retryDeadline;
    private final Grants grants;
    private final PeerPaths peerPaths;
    private final Migration migration;
    private final PathMtu mtu;

    Timers(UrdmaConnection connection, Sender sender) {
        this.connection = connection;
        this.sender = sender;
        qp = connection.qp;
        requests = connection.requests;
        answers = connection.answers;
        sending = connection.sending;
        requester = connection.requester;
        retryDeadline = new RetryDeadline(qp, connection.agreement, requests, answers, requester);
        grants = connection.grants;
        peerPaths = connection.peerPaths;
        migration = connection.migration;
        mtu = connection.mtu;
    }

    /** Does what is due. */
    void onTimer(long nowNs) {
        grants.onTimer(nowNs);
        requester.receives().onTimer(nowNs);
        boolean answering = !connection.stopped() || connection.draining();
        if (answering) {
            peerPaths.onTimer(nowNs);
        }
        migration.onTimer(nowNs);
        if (!connection.stopped() && !requester.completer().refused()) {
            onSackTimer(requests, nowNs);
        }
        if (answering) {
            onSackTimer(answers, nowNs);
        }
        if (giveUpNs() <= nowNs) {
            qp.count(Counter.RETRY_EXCEEDED_ERR);
            connection.completions.failOldest(WcStatus.RETRY_EXC_ERR);
        } else if (answersGiveUpNs() <= nowNs) {
            qp.count(Counter.RETRY_EXCEEDED_ERR);
            if (!connection.stopped()) {
                qp.raise(EventType.QP_FATAL);
            }
            connection.failAndFallSilent();
        }
    }

    private void onSackTimer(OutboundSpace space, long nowNs) {
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

    /** The way to the peer was paused since {@code sinceNs}, and is open again. */
    void onHeld(long sinceNs, long nowNs) {
        retryDeadline.standStill(
                sinceNs,
                nowNs,
                connection.responseReceiver.answeredNs(),
                connection.nakReceiver.notReadyNs());
        requests.sack.standStill(sinceNs, nowNs);
        answers.sack.standStill(sinceNs, nowNs);
    }

    private long giveUpNs() {
        return connection.stopped()
                ? NEVER
                : retryDeadline.requestsUntilNs(
                        connection.responseReceiver.answeredNs(),
                        connection.nakReceiver.notReadyNs());
    }

    private long answersGiveUpNs() {
        return connection.stopped() && !connection.draining()
                ? NEVER
                : retryDeadline.answersUntilNs();
    }

    /** Returns when {@link #onTimer} is due, or something is to be sent. */
    long deadlineNs(long nowNs) {
        if (connection.stopped() && !connection.draining()) {
            return connection.following() ? migration.deadlineNs() : NEVER;
        }
        if (connection.owed.has(Owed.QUESTION)) {
            return nowNs;
        }
        long deadline = Math.min(answers.sack.nextTimerNs(), answersGiveUpNs());
        deadline = Math.min(deadline, grants.deadlineNs());
        deadline = Math.min(deadline, sender.deadlineNs(nowNs));
        deadline = Math.min(deadline, peerPaths.deadlineNs(nowNs));
        deadline = Math.min(deadline, migration.deadlineNs());
        deadline = Math.min(deadline, mtu.deadlineNs());
        return connection.stopped() ? deadline : Math.min(deadline, openDeadlineNs());
    }

    private long openDeadlineNs() {
        long deadline =
                Math.min(
                        connection.peerRequests.nextReportNs(),
                        connection.peerAnswers.nextReportNs());
        deadline = Math.min(deadline, requester.receives().deadlineNs());
        if (!requester.completer().refused()) {
            deadline = Math.min(deadline, requests.sack.nextTimerNs());
        }
        return Math.min(deadline, giveUpNs());
    }
}
