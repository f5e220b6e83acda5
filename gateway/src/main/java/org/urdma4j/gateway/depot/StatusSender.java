package org.urdma4j.gateway.depot;

import org.urdma4j.gateway.flow.Holes;
import org.urdma4j.gateway.message.Status;
import org.urdma4j.gateway.packet.Environment;

import java.nio.ByteBuffer;

/** Tells the Sentry what there is of a flow. */
final class StatusSender<P> {
    private final Environment<P> environment;
    private final ByteBuffer message = ByteBuffer.allocate(Status.MAX_LENGTH);

    StatusSender(Environment<P> environment) {
        this.environment = environment;
    }

    /**
     * Sends a STATUS. Of too many holes it names the lowest and the newest.
     *
     * @param echo number of the MARK that asked for it, 0 if none did
     */
    void send(DepotFlow<P> flow, int echo) {
        environment.counters().statuses++;
        Status.begin(
                message,
                flow.pKey(),
                flow.qpn(),
                environment.config().bootId(),
                environment.nextMessage(),
                echo,
                flow.mark,
                flow.next,
                flow.end,
                flow.acked);
        Holes holes = flow.holes;
        int named = Math.min(holes.count(), Status.MAX_HOLES);
        for (int i = 0; i < named; i++) {
            int hole = i + 1 == named ? holes.count() - 1 : i;
            Status.hole(message, i, holes.first(hole), holes.end(hole) - holes.first(hole));
        }
        Status.end(message, named, named < holes.count());
        environment.output().outside(environment.store().make(flow.back(), message));
    }
}
