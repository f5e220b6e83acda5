package org.urdma4j.transport.urdma.requester;

import org.urdma4j.transport.queue.SendQueue;
import org.urdma4j.transport.queue.SendWqe;
import org.urdma4j.transport.urdma.report.OutboundSpace;
import org.urdma4j.transport.work.SendCompletions;
import org.urdma4j.verbs.WcStatus;

import java.util.function.Predicate;

/**
 * Completes work requests in order, when they are acknowledged or answered. One that has failed
 * waits for those before it; nothing behind it is sent.
 */
public final class Completer {
    private static final long NONE = Long.MAX_VALUE;

    private final SendQueue queue;
    private final OutboundSpace space;
    private final SendCompletions completions;
    private final ReceiveLimit receives;

    /** Position of the request that has failed, and how. */
    private long failedAt = NONE;

    private WcStatus failure = WcStatus.SUCCESS;

    /** Whether the peer has ended the connection, and what it had done by then. */
    private boolean refused;

    private long doneBefore;

    Completer(
            SendQueue queue,
            OutboundSpace space,
            SendCompletions completions,
            ReceiveLimit receives) {
        this.queue = queue;
        this.space = space;
        this.completions = completions;
        this.receives = receives;
    }

    void start(int psn) {
        failedAt = NONE;
        refused = false;
        doneBefore = psn;
    }

    /** Completes what is acknowledged or answered. */
    public void completeInOrder() {
        SendWqe wqe = completions.oldest();
        while (wqe != null && queue.head() < failedAt && isDone(wqe)) {
            completions.completeOldest(wqe);
            receives.onProgress();
            wqe = completions.oldest();
        }
        if (queue.head() >= failedAt) {
            failedAt = NONE;
            completions.failOldest(failure);
        }
    }

    private boolean isDone(SendWqe wqe) {
        return wqe.isAnswered()
                ? wqe.answersAwaited() == 0
                : wqe.endPsn() <= Math.max(space.sack.cumulative(), doneBefore);
    }

    /** The request at {@code position} of the send queue fails. */
    void failAt(long position, WcStatus status) {
        if (position < failedAt) {
            failedAt = position;
            failure = status;
        }
        completeInOrder();
    }

    /**
     * The peer refuses the request that packet {@code psn} belongs to. What is owed for those
     * before it is still to come; nothing is sent any more.
     *
     * @param cursor position of the next request to begin
     * @param acknowledged everything before this was done
     * @return false if no such packet is under way
     */
    boolean refuse(long psn, long cursor, long acknowledged, WcStatus status) {
        SendWqe oldest = completions.oldest();
        long first = oldest == null ? space.sack.cumulative() : oldest.firstPsn();
        if (psn < Math.min(first, space.sack.cumulative()) || psn > space.sack.next()) {
            return false;
        }
        refused = true;
        doneBefore = acknowledged;
        failAt(firstPosition(cursor, wqe -> wqe.endPsn() > psn), status);
        return true;
    }

    /** The peer has had no receive for message {@code rmsn} for too long. */
    void refuseMessage(int rmsn, long cursor, WcStatus status) {
        failAt(
                firstPosition(
                        cursor, wqe -> wqe.consumesReceive() && (int) wqe.receives() - rmsn >= 0),
                status);
    }

    /** Returns the position of the first request before {@code cursor} that is so, or that. */
    private long firstPosition(long cursor, Predicate<SendWqe> condition) {
        for (long i = queue.head(); i < cursor; i++) {
            if (condition.test(queue.at(i))) {
                return i;
            }
        }
        return cursor;
    }

    /** Returns whether a request has failed that waits for those before it. */
    boolean failing() {
        return failedAt != NONE;
    }

    /** Returns whether the request at {@code position} has failed, or one before it. */
    boolean failsBy(long position) {
        return position >= failedAt;
    }

    /** Returns whether the peer has ended the connection. */
    public boolean refused() {
        return refused;
    }

    /** Returns when something was last heard of what is waited for. */
    long heardNs(long answeredNs, long notReadyNs) {
        long since = Math.max(space.sack.silentSinceNs(), notReadyNs);
        return refused ? Math.max(since, answeredNs) : since;
    }
}
