package org.urdma4j.gateway.response;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.Holes;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.received.Received;
import org.urdma4j.gateway.received.ReleasePacer;

/**
 * Answers that a flow's requester is owed.
 *
 * @param <P> handles of packets
 */
public final class AwaitedResponses<P> {
    final Flow<?, P> flow;

    final Received in = new Received(GatewayMessage.ANSWERS);

    /** Numbers of READs and atomics that the host hasn't been given an answer for. */
    final Holes owed = new Holes();

    /** The newest plain acknowledgement, held behind a hole, or null. */
    P ack;

    long ackPsn = Flow.UNKNOWN;

    /** Whether the responder's gateway keeps copies: it has sent a MARK about answers. */
    boolean copied;

    final ReleasePacer pacer = new ReleasePacer();

    public AwaitedResponses(Flow<?, P> flow) {
        this.flow = flow;
    }

    /** Returns whether answers that are lost come again without the host. */
    public boolean areCopied() {
        return copied;
    }

    /** Returns whether the host lacks an answer of its own to this number. */
    public boolean isOwed(long psn) {
        return owed.contains(psn);
    }

    /** Returns whether an answer below this has not been given to the host. */
    public boolean isOwedBefore(long psn) {
        return !owed.isEmpty() && owed.first(0) < psn;
    }
}
