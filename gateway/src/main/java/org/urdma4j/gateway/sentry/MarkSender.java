package org.urdma4j.gateway.sentry;

import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.message.Mark;
import org.urdma4j.gateway.packet.Environment;

import java.nio.ByteBuffer;

/** Sends MARKs, and knows when the next is due and how long the round trip is. */
final class MarkSender<P> {
    private static final long LEAST_REST_NS = 100_000;
    private static final int MOST_REPEATS = 8;

    private final Environment<P> environment;
    private final ByteBuffer message = ByteBuffer.allocate(Mark.LENGTH);

    MarkSender(Environment<P> environment) {
        this.environment = environment;
    }

    /** Returns the round trip between the gateways. */
    long longRttNs() {
        return environment.longRtt().ns();
    }

    void send(SentryFlow<P> flow, long nowNs) {
        environment.counters().marks++;
        flow.mark++;
        flow.markedHigh = flow.high;
        flow.markSentNs = nowNs;
        Mark.write(
                message,
                flow.pKey(),
                flow.qpn(),
                environment.config().bootId(),
                environment.nextMessage(),
                flow.mark,
                flow.oldest(),
                flow.high,
                environment.longRtt().measuredNs());
        environment.output().outside(environment.store().make(flow.there(), message));
    }

    /** Takes note of an answer. */
    void onEcho(SentryFlow<P> flow, int echo, long nowNs) {
        if (echo == 0 || echo - flow.answered <= 0) {
            return;
        }
        flow.answered = echo;
        flow.markRepeats = 0;
        if (echo == flow.mark) {
            environment.longRtt().onMeasured(nowNs - flow.markSentNs);
        }
    }

    /** Returns when the next MARK of a flow is due. */
    long dueNs(SentryFlow<P> flow) {
        if (!flow.started || flow.closed || flow.there() == null) {
            return Flow.NEVER;
        }
        boolean awaited = flow.answered != flow.mark;
        long dueNs = Flow.NEVER;
        if (!flow.isAllConfirmed() && flow.markedHigh != flow.high) {
            dueNs = flow.lastSentNs + Math.max(LEAST_REST_NS, flow.localRttNs);
        }
        if (awaited && flow.markRepeats < MOST_REPEATS && !isNeedless(flow)) {
            long waitNs = (longRttNs() * 5 / 4) << flow.markRepeats;
            dueNs = Math.min(dueNs, flow.markSentNs + waitNs);
        }
        if (!flow.isPaired() && flow.statusSeen && flow.noted > 0 && !awaited) {
            dueNs = Math.min(dueNs, flow.markSentNs + longRttNs());
        }
        return dueNs;
    }

    private static boolean isNeedless(SentryFlow<?> flow) {
        return flow.statusSeen && flow.isAllConfirmed();
    }

    /** Sends the MARK that is due. */
    void onDue(SentryFlow<P> flow, long nowNs) {
        if (flow.answered != flow.mark) {
            flow.markRepeats++;
        }
        send(flow, nowNs);
    }
}
