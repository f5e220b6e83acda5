package org.urdma4j.gateway.sent;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.message.Status;
import org.urdma4j.gateway.packet.Environment;

import java.nio.ByteBuffer;

/**
 * What a gateway sent over the long link in one space, of all flows.
 *
 * @param <P> handles of packets
 */
public final class SentSide<P> {
    private final Environment<P> environment;
    private final SentPackets<P> packets;
    private final MarkSender<P> marks;
    private final HoleFiller<P> filler;

    public SentSide(Environment<P> environment) {
        this.environment = environment;
        this.packets = new SentPackets<>(environment);
        this.marks = new MarkSender<>(environment);
        this.filler = new HoleFiller<>(environment, packets, marks);
    }

    public SentPackets<P> packets() {
        return packets;
    }

    public MarkSender<P> marks() {
        return marks;
    }

    /** What a STATUS led to. */
    public enum Outcome {
        /** It told of what was never sent. */
        BAD,
        /** Whatever it lacks has been sent again, or is on its way. */
        FILLED,
        /** Something that it lacks can't be sent again. */
        GONE
    }

    /** Takes a STATUS about a flow of which something was sent. */
    public Outcome onStatus(Sent<P> sent, ByteBuffer b, int at, long nowNs) {
        long next = sent.flow.unwrap(Status.next(b, at));
        long end = sent.flow.unwrap(Status.end(b, at));
        if (end > sent.high || next > end || next < sent.high - Flow.FAR) {
            environment.counters().badMessages++;
            return Outcome.BAD;
        }
        int peer = GatewayMessage.bootId(b, at);
        if (!sent.statusSeen || peer != sent.peer) {
            sent.peer = peer;
            sent.confirmedTo = sent.oldest();
        }
        sent.statusSeen = true;
        marks.onEcho(sent, Status.echo(b, at), nowNs);
        if (sent.space == GatewayMessage.ANSWERS) {
            sent.acked = next;
        }
        filler.readHoles(sent, b, at, end);
        if (sent.space == GatewayMessage.ANSWERS || sent.acked == Flow.UNKNOWN) {
            packets.dropBefore(sent, next);
        }
        return filler.fill(sent, Status.seen(b, at), nowNs) ? Outcome.GONE : Outcome.FILLED;
    }
}
