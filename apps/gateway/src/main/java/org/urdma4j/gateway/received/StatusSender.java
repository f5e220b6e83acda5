package org.urdma4j.gateway.received;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.Holes;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.message.Status;
import org.urdma4j.gateway.packet.Environment;

import java.nio.ByteBuffer;

/** Tells the Sentry what there is of a flow. */
public final class StatusSender<P> {
    private final Environment<P> environment;
    private final ByteBuffer message = ByteBuffer.allocate(Status.MAX_LENGTH);

    public StatusSender(Environment<P> environment) {
        this.environment = environment;
    }

    /**
     * Sends a STATUS. Of too many holes it names the lowest and the newest.
     *
     * @param way what it looks like below the transport
     * @param echo number of the MARK that asked for it, 0 if none did
     */
    public void send(Flow<?, P> flow, P way, Received received, int echo) {
        environment.counters().statuses++;
        Status.begin(
                message,
                flow.pKey(),
                flow.qpn(),
                received.space,
                environment.config().bootId(),
                environment.nextMessage(),
                echo,
                received.mark,
                received.next,
                received.end,
                received.acked);
        if (environment.config().reports().namesHoles()) {
            nameHoles(received);
        } else {
            nameGap(received);
        }
        flow.seal(environment.seal(), message, received.space == GatewayMessage.ANSWERS);
        environment.output().outside(environment.store().make(way, message));
    }

    private void nameGap(Received received) {
        boolean isNew = received.gapEnd > received.gapFirst;
        if (isNew) {
            Status.hole(message, 0, received.gapFirst, received.gapEnd - received.gapFirst);
        }
        received.gapEnd = received.gapFirst;
        Status.end(message, isNew ? 1 : 0, false);
    }

    private void nameHoles(Received received) {
        Holes holes = received.holes;
        int named = Math.min(holes.count(), Status.MAX_HOLES);
        boolean isCut = named < holes.count();
        for (int i = 0; i < named; i++) {
            int hole = i + 1 == named ? holes.count() - 1 : i;
            Status.hole(message, i, holes.first(hole), holes.end(hole) - holes.first(hole));
        }
        if (received.wanted != Flow.UNKNOWN && named < Status.MAX_HOLES) {
            Status.hole(message, named++, received.wanted, 1);
        }
        Status.end(message, named, isCut);
    }
}
