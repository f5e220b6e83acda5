package org.urdma4j.gateway.response;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.sent.Sent;

/**
 * Answers of a flow that went over the long link.
 *
 * @param <P> handles of packets
 */
public final class SentResponses<P> {
    final Sent<P> sent;

    /** Number of the newest plain acknowledgement, or {@link Flow#UNKNOWN}. */
    long ack = Flow.UNKNOWN;

    public SentResponses(Flow<?, P> flow) {
        sent = new Sent<>(flow, GatewayMessage.ANSWERS);
    }
}
