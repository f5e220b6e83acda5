package org.urdma4j.transport.urdma.requester;

import org.urdma4j.retransmit.RetransmitTimer;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.offer.Agreement;
import org.urdma4j.transport.urdma.report.OutboundSpace;

/** How long a silent peer is waited for: {@code UrdmaTuning.retryTime} since it was last heard. */
public final class RetryDeadline {
    private static final long NEVER = Long.MAX_VALUE;

    private final QpContext qp;
    private final long retryNs;
    private final OutboundSpace requests;
    private final OutboundSpace answers;
    private final Requester sender;

    /** Whether {@link #heardNs} says anything. */
    private boolean held;

    /** When the peer counts as heard, if it wasn't later. */
    private long heardNs;

    public RetryDeadline(
            QpContext qp,
            Agreement agreement,
            OutboundSpace requests,
            OutboundSpace answers,
            Requester sender) {
        this.qp = qp;
        this.retryNs = agreement.tuning().retryTime().toNanos();
        this.requests = requests;
        this.answers = answers;
        this.sender = sender;
    }

    /**
     * Has the time from {@code fromNs} to {@code nowNs}, in which nothing could be sent, not count
     * as silence of the peer about our requests; before the same is done to their sequence space.
     */
    public void standStill(long fromNs, long nowNs, long answeredNs, long notReadyNs) {
        long since = silentSinceNs(answeredNs, notReadyNs);
        if (since != NEVER) {
            heardNs = RetransmitTimer.standStill(since, fromNs, nowNs);
            held = true;
        }
    }

    /**
     * Returns when the peer will have been silent for too long about our requests or the answers
     * that it owes, {@link Long#MAX_VALUE} for never.
     *
     * @param answeredNs when its last answer came
     * @param notReadyNs when its last RNR NAK came
     */
    public long requestsUntilNs(long answeredNs, long notReadyNs) {
        long since = silentSinceNs(answeredNs, notReadyNs);
        return since == NEVER ? NEVER : since + retryNs + 1;
    }

    private long silentSinceNs(long answeredNs, long notReadyNs) {
        if (!qp.sends()) {
            return NEVER;
        }
        long since = sender.receives().askedNs();
        if (requests.sack.outstanding() > 0) {
            since = sender.completer().heardNs(answeredNs, notReadyNs);
        } else if (sender.awaitsAnswers()) {
            since = Math.max(requests.sack.silentSinceNs(), answeredNs);
        }
        return since != NEVER && held && since - heardNs < 0 ? heardNs : since;
    }

    /** Returns when it will have left an answer of ours without acknowledgement for too long. */
    public long answersUntilNs() {
        return answers.sack.outstanding() == 0 ? NEVER : answers.sack.silentSinceNs() + retryNs + 1;
    }
}
