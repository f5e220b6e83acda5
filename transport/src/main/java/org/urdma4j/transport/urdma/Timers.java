package org.urdma4j.transport.urdma;

import org.urdma4j.retransmit.sack.TimerAction;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.grant.Grants;
import org.urdma4j.transport.urdma.migration.Migration;
import org.urdma4j.transport.urdma.mtu.PathMtu;
import org.urdma4j.transport.urdma.path.PeerPaths;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.urdma.requester.Requester;
import org.urdma4j.transport.urdma.requester.RetryDeadline;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.WcStatus;

/** What is due when, and when to give up. Confined to the event loop of the shard. */
final class Timers {
    private static final long NEVER = Long.MAX_VALUE;

    private final QpContext qp;
    private final Parts parts;
    private final DrainState drain;
    private final TransmitScheduler scheduler;
    private final OutboundSpace requests;
    private final OutboundSpace answers;
    private final SendBudget sending;
    private final Requester requester;
    private final RetryDeadline retryDeadline;
    private final Grants grants;
    private final PeerPaths peerPaths;
    private final Migration migration;
    private final PathMtu mtu;

    Timers(Parts parts, DrainState drain, TransmitScheduler scheduler) {
        this.parts = parts;
        this.drain = drain;
        this.scheduler = scheduler;
        qp = parts.qp;
        requests = parts.requests;
        answers = parts.answers;
        sending = parts.sending;
        requester = parts.requester;
        retryDeadline = new RetryDeadline(qp, parts.agreement, requests, answers, requester);
        grants = parts.grants;
        peerPaths = parts.peerPaths;
        migration = parts.migration;
        mtu = parts.mtu;
    }

    /** Does what is due. */
    void onTimer(long nowNs) {
        grants.onTimer(nowNs);
        requester.receives().onTimer(nowNs);
        boolean answering = !drain.stopped() || drain.draining();
        if (answering) {
            peerPaths.onTimer(nowNs);
        }
        migration.onTimer(nowNs);
        if (!drain.stopped() && !requester.completer().refused()) {
            onSackTimer(requests, nowNs);
        }
        if (answering) {
            onSackTimer(answers, nowNs);
        }
        if (giveUpNs() <= nowNs) {
            qp.count(Counter.RETRY_EXCEEDED_ERR);
            parts.completions.failOldest(WcStatus.RETRY_EXC_ERR);
        } else if (answersGiveUpNs() <= nowNs) {
            qp.count(Counter.RETRY_EXCEEDED_ERR);
            if (!drain.stopped()) {
                qp.raise(EventType.QP_FATAL);
            }
            parts.failAndFallSilent();
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
                parts.responseReceiver.answeredNs(),
                parts.nakReceiver.notReadyNs());
        requests.sack.standStill(sinceNs, nowNs);
        answers.sack.standStill(sinceNs, nowNs);
    }

    private long giveUpNs() {
        return drain.stopped()
                ? NEVER
                : retryDeadline.requestsUntilNs(
                        parts.responseReceiver.answeredNs(), parts.nakReceiver.notReadyNs());
    }

    private long answersGiveUpNs() {
        return drain.stopped() && !drain.draining() ? NEVER : retryDeadline.answersUntilNs();
    }

    /** Returns when {@link #onTimer} is due, or something is to be sent. */
    long deadlineNs(long nowNs) {
        if (drain.stopped() && !drain.draining()) {
            return drain.following() ? migration.deadlineNs() : NEVER;
        }
        if (requester.receives().askOwed()) {
            return nowNs;
        }
        long deadline = Math.min(answers.sack.nextTimerNs(), answersGiveUpNs());
        deadline = Math.min(deadline, grants.deadlineNs());
        deadline = Math.min(deadline, scheduler.deadlineNs(nowNs));
        deadline = Math.min(deadline, peerPaths.deadlineNs(nowNs));
        deadline = Math.min(deadline, migration.deadlineNs());
        deadline = Math.min(deadline, mtu.deadlineNs());
        return drain.stopped() ? deadline : Math.min(deadline, openDeadlineNs());
    }

    private long openDeadlineNs() {
        long deadline =
                Math.min(parts.peerRequests.nextReportNs(), parts.peerAnswers.nextReportNs());
        deadline = Math.min(deadline, requester.receives().deadlineNs());
        if (!requester.completer().refused()) {
            deadline = Math.min(deadline, requests.sack.nextTimerNs());
        }
        return Math.min(deadline, giveUpNs());
    }
}
