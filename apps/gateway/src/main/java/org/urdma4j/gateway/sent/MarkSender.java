package org.urdma4j.gateway.sent;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.message.Mark;
import org.urdma4j.gateway.packet.Environment;

import java.nio.ByteBuffer;

/** Sends MARKs, and knows when the next is due and how long the round trip is. */
public final class MarkSender<P> {
    private static final long LEAST_REST_NS = 100_000;
    private static final int MOST_REPEATS = 8;

    private final Environment<P> environment;
    private final ByteBuffer message = ByteBuffer.allocate(Mark.LENGTH);

    public MarkSender(Environment<P> environment) {
        this.environment = environment;
    }

    /** Returns the round trip between the gateways. */
    public long longRttNs() {
        return environment.longRtt().ns();
    }

    public void send(Sent<P> sent, long nowNs) {
        send(sent, false, nowNs);
    }

    /** Says that holes can't be filled from here, neither by copies nor by the host. */
    public void sendUnfilled(Sent<P> sent, long nowNs) {
        send(sent, true, nowNs);
    }

    private void send(Sent<P> sent, boolean isUnfilled, long nowNs) {
        if (isOver(sent) && !isUnfilled) {
            return;
        }
        environment.counters().marks++;
        sent.mark++;
        sent.markedHigh = sent.high;
        sent.markSentNs = nowNs;
        Mark.write(
                message,
                sent.flow.pKey(),
                sent.flow.qpn(),
                sent.space,
                environment.config().bootId(),
                environment.nextMessage(),
                sent.mark,
                sent.low(),
                sent.high,
                isUnfilled,
                environment.longRtt().measuredNs());
        sent.flow.seal(environment.seal(), message, sent.space == GatewayMessage.REQUESTS);
        environment.output().outside(environment.store().make(sent.way(), message));
    }

    /** Takes note of an answer. */
    public void onEcho(Sent<P> sent, int echo, long nowNs) {
        if (echo == 0 || echo - sent.answered <= 0) {
            return;
        }
        sent.answered = echo;
        sent.markRepeats = 0;
        if (echo == sent.mark) {
            environment.longRtt().onMeasured(nowNs - sent.markSentNs);
        }
    }

    /** Returns when the next MARK of a flow is due. */
    public long dueNs(Sent<P> sent, long localRttNs) {
        if (!sent.started || sent.way() == null || isOver(sent)) {
            return Flow.NEVER;
        }
        boolean awaited = sent.answered != sent.mark;
        long dueNs = Flow.NEVER;
        if (!sent.isAllConfirmed() && sent.markedHigh != sent.high) {
            dueNs = sent.lastSentNs + Math.max(LEAST_REST_NS, localRttNs);
        }
        if (awaited && sent.markRepeats < MOST_REPEATS && !isNeedless(sent)) {
            long waitNs = (longRttNs() * 5 / 4) << sent.markRepeats;
            dueNs = Math.min(dueNs, sent.markSentNs + waitNs);
        }
        if (sent.isFreedByStatus() && sent.statusSeen && sent.noted > 0 && !awaited) {
            dueNs = Math.min(dueNs, sent.markSentNs + longRttNs());
        }
        return dueNs;
    }

    /** The paper's Depot hears of what is missing by packets alone, once it knows the flow. */
    private boolean isOver(Sent<?> sent) {
        return sent.statusSeen && !environment.config().reports().namesHoles();
    }

    private static boolean isNeedless(Sent<?> sent) {
        return sent.statusSeen && sent.isAllConfirmed();
    }

    public void onDue(Sent<P> sent, long nowNs) {
        if (sent.answered != sent.mark) {
            sent.markRepeats++;
        }
        send(sent, nowNs);
    }
}
