package org.urdma4j.gateway.sentry;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.FlowKey;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.response.AwaitedResponses;
import org.urdma4j.gateway.sent.Sent;

/**
 * What a Sentry knows of a flow.
 *
 * @param <P> handles of packets
 */
final class SentryFlow<P> extends Flow<SentryFlow<P>, P> {
    /** What the host is sending again. */
    enum Run {
        /** Nothing. */
        NONE,
        /** What a NACK of ours asked for, and more. */
        FILTER,
        /** What it thinks is due. */
        ALL
    }

    /** What was sent; acked is what the receiver has acknowledged. */
    final Sent<P> sent = new Sent<>(this, GatewayMessage.REQUESTS);

    final AwaitedResponses<P> answers = new AwaitedResponses<>(this);

    /** Whether a packet has come since its first number is known. */
    boolean announced;

    boolean closed;

    Run run = Run.NONE;

    /** The next number of the run. */
    long runNext;

    boolean nextRunIsAll;

    /** Numbers that were skipped, lost before they came here; none of them is noted. */
    long gapFirst;

    long gapEnd;

    boolean wantsNack;
    boolean nackOutstanding;
    long nackPsn;
    long nackSentNs;
    long nackUntilNs = NEVER;

    /** NACKs since acked moved. */
    int nacks;

    int msn;
    int answerFlags;
    long localRttNs;

    SentryFlow(FlowKey key) {
        super(key);
    }

    void startAt(int psn) {
        sent.startAt(begin(psn));
        gapFirst = sent.first;
        gapEnd = sent.first;
    }

    /** Forgets all but who it is between. What is noted of it is to be dropped before. */
    void forget() {
        sent.forget();
        announced = false;
        closed = false;
        run = Run.NONE;
        nextRunIsAll = false;
        wantsNack = false;
        nackOutstanding = false;
        nackUntilNs = NEVER;
        nacks = 0;
    }

    /** Returns whether something has to be sent again by the host. */
    boolean isSomethingMissing() {
        return sent.missing() > 0 || gapFirst < gapEnd;
    }

    @Override
    protected boolean isStarted() {
        return sent.started;
    }

    @Override
    protected long oldest() {
        return sent.oldest();
    }

    @Override
    protected long highest() {
        return sent.high;
    }
}
