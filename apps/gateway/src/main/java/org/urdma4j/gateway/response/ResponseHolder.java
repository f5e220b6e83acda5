package org.urdma4j.gateway.response;

import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.PacketTable;
import org.urdma4j.gateway.flow.Responses;
import org.urdma4j.gateway.message.Mark;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.received.Received;
import org.urdma4j.gateway.received.StatusSender;

import java.nio.ByteBuffer;

/**
 * At the requester's end of the long link: gives the host its answers in order, those of READs and
 * atomics each, of plain acknowledgements the newest. What is owed follows from the requests.
 *
 * @param <P> handles of packets
 */
public final class ResponseHolder<P> {
    private final Environment<P> environment;
    private final StatusSender<P> status;
    private final PacketTable<P> held;

    public ResponseHolder(Environment<P> environment) {
        this.environment = environment;
        this.status = new StatusSender<>(environment);
        this.held = new PacketTable<>(environment.config().packets());
    }

    /**
     * Takes note of a request that goes over the long link. One that goes again has its answers and
     * all behind them made again, as hosts go back to it.
     */
    public void onRequest(AwaitedResponses<P> a, long psn, int span, TransportPacket request) {
        if (Responses.areOwed(request)) {
            onOwed(a, psn, span);
        }
    }

    /** The same of a READ, or of another request that has an answer of its own. */
    public void onOwed(AwaitedResponses<P> a, long psn, int span) {
        if (psn < a.in.end) {
            dropFrom(a, psn);
        }
        a.owed.fill(psn, psn + span);
        if (!a.owed.put(psn, psn + span)) {
            giveUp(a);
            a.owed.clear();
        }
    }

    /** The first answer that is known to be of this flow has this number. */
    public void startAt(AwaitedResponses<P> a, long psn) {
        a.owed.fill(0, psn);
    }

    public void onAnswer(
            AwaitedResponses<P> a,
            long psn,
            P packet,
            Headers headers,
            boolean mayHold,
            long nowNs) {
        boolean own = Responses.isOwn(headers.transport());
        long past = own ? psn : psn + 1;
        if (a.in.wanted <= psn) {
            a.in.wanted = Flow.UNKNOWN;
        }
        if (!a.isOwedBefore(past)) {
            handOn(a, psn, own, packet, nowNs);
            release(a, nowNs);
        } else if (!mayHold || (own && !a.owed.contains(psn))) {
            environment.output().inside(packet);
        } else if (own) {
            hold(a, psn, packet, headers.bytes(), nowNs);
        } else {
            holdAck(a, psn, packet, nowNs);
        }
    }

    private void handOn(AwaitedResponses<P> a, long psn, boolean own, P packet, long nowNs) {
        if (own) {
            a.owed.fill(psn, psn + 1);
        }
        if (a.in.holes.contains(psn)) {
            a.flow.counters.recovered++;
            a.in.progressNs = nowNs;
        }
        a.in.holes.fill(0, psn + 1);
        a.in.end = Math.max(a.in.end, psn + 1);
        environment.output().inside(packet);
    }

    private void hold(AwaitedResponses<P> a, long psn, P packet, int bytes, long nowNs) {
        int flow = a.flow.index();
        if (held.find(flow, psn) != PacketTable.NONE) {
            environment.counters().duplicates++;
            environment.store().release(packet);
        } else if (!environment.reorder().take(bytes)) {
            environment.counters().noRoom++;
            giveUp(a);
            handOn(a, psn, true, packet, nowNs);
        } else if (held.add(flow, psn, 1, packet, bytes, nowNs) == PacketTable.NONE) {
            environment.reorder().give(bytes);
            environment.counters().noRoom++;
            giveUp(a);
            handOn(a, psn, true, packet, nowNs);
        } else {
            var counters = environment.counters();
            counters.held++;
            a.flow.counters.held++;
            counters.reorderBytesMax =
                    Math.max(counters.reorderBytesMax, environment.reorder().used());
            if (psn < a.in.end) {
                if (a.in.holes.fill(psn, psn + 1)) {
                    a.flow.counters.recovered++;
                    a.in.progressNs = nowNs;
                }
            } else {
                openUpTo(a, psn, psn + 1, nowNs);
            }
        }
    }

    private void holdAck(AwaitedResponses<P> a, long psn, P packet, long nowNs) {
        if (a.ack != null && psn < a.ackPsn) {
            environment.counters().duplicates++;
            environment.store().release(packet);
            return;
        }
        if (a.ack != null) {
            environment.store().release(a.ack);
        }
        a.ack = packet;
        a.ackPsn = psn;
        if (psn >= a.in.end) {
            openUpTo(a, psn + 1, psn + 1, nowNs);
        }
    }

    /** Whatever is owed up to {@code to} is missing; all up to {@code end} has been sent. */
    private void openUpTo(AwaitedResponses<P> a, long to, long end, long nowNs) {
        Received in = a.in;
        boolean first = !in.isOpen();
        boolean opened = in.holes.addWithin(a.owed, in.end, to);
        in.end = Math.max(in.end, end);
        if (!opened) {
            return;
        }
        if (first) {
            in.onFirstHole(nowNs, environment.longRtt().ns());
        }
        send(a, 0);
    }

    /** Gives the host what is there in order. */
    private void release(AwaitedResponses<P> a, long nowNs) {
        a.pacer.releaseAtNs = Flow.NEVER;
        while (!a.owed.isEmpty()) {
            int slot = held.find(a.flow.index(), a.owed.first(0));
            if (slot == PacketTable.NONE) {
                break;
            }
            if (a.pacer.isTooSoon(environment.config().rateBps(), held.bytes(slot), nowNs)) {
                return;
            }
            handOn(a, a.owed.first(0), true, take(slot), nowNs);
        }
        if (a.ack != null && !a.isOwedBefore(a.ackPsn + 1)) {
            P ack = a.ack;
            a.ack = null;
            handOn(a, a.ackPsn, false, ack, nowNs);
        }
    }

    /** Returns what held answers of a flow take of the pool. */
    public long bytesOf(AwaitedResponses<P> a) {
        return held.bytesOf(a.flow.index());
    }

    private P take(int slot) {
        environment.reorder().give(held.bytes(slot));
        return held.remove(slot);
    }

    public void onMark(AwaitedResponses<P> a, long acked, ByteBuffer b, int at, long nowNs) {
        long low = a.flow.unwrap(Mark.low(b, at));
        long high = a.flow.unwrap(Mark.high(b, at));
        Received in = a.in;
        in.mark = Mark.number(b, at);
        a.copied = true;
        if (a.isOwedBefore(low) && in.holes.contains(a.owed.first(0))) {
            giveUp(a);
        }
        if (high > in.end) {
            boolean first = !in.isOpen();
            in.holes.addWithin(a.owed, in.end, high);
            in.end = high;
            if (acked < high && a.ackPsn < high - 1 && !a.owed.contains(high - 1)) {
                in.wanted = high - 1;
            }
            if (first && in.isOpen()) {
                in.onFirstHole(nowNs, environment.longRtt().ns());
            }
        }
        send(a, in.mark);
    }

    private void send(AwaitedResponses<P> a, int echo) {
        Received in = a.in;
        long next = a.owed.isEmpty() ? in.end : Math.min(a.owed.first(0), in.end);
        in.next = in.wanted == Flow.UNKNOWN ? next : Math.min(next, in.wanted);
        if (a.flow.there() != null) {
            status.send(a.flow, a.flow.there(), in, echo);
        }
    }

    /** Gives the host whatever there is, and awaits nothing of what was sent. */
    public void giveUp(AwaitedResponses<P> a) {
        if (a.in.isOpen()) {
            environment.counters().givenUp++;
            a.flow.counters.givenUp++;
        }
        for (int i = 0; i < a.owed.count(); i++) {
            long end = Math.min(a.owed.end(i), a.in.end);
            for (long psn = a.owed.first(i); psn < end; psn++) {
                int slot = held.find(a.flow.index(), psn);
                if (slot != PacketTable.NONE) {
                    environment.output().inside(take(slot));
                }
            }
        }
        if (a.ack != null) {
            environment.output().inside(a.ack);
            a.ack = null;
        }
        a.owed.fill(0, a.in.end);
        settle(a);
    }

    private static void settle(AwaitedResponses<?> a) {
        a.in.settle();
        a.pacer.releaseAtNs = Flow.NEVER;
    }

    public long dueNs(AwaitedResponses<P> a) {
        return Math.min(a.in.statusAtNs, a.pacer.releaseAtNs);
    }

    public void onDue(AwaitedResponses<P> a, long nowNs) {
        if (a.pacer.releaseAtNs <= nowNs) {
            release(a, nowNs);
        }
        if (a.in.statusAtNs > nowNs) {
            return;
        }
        a.in.statusAtNs = Flow.NEVER;
        if (!a.in.isOpen()) {
            return;
        }
        if (nowNs - a.in.progressNs >= environment.longRtt().patienceNs()) {
            giveUp(a);
            a.copied = false;
        } else {
            a.in.nextStatusAfter(nowNs, environment.longRtt().ns());
        }
        send(a, 0);
    }

    private void dropFrom(AwaitedResponses<P> a, long psn) {
        int flow = a.flow.index();
        for (int slot = held.firstOf(flow); slot != PacketTable.NONE; ) {
            int next = held.nextOf(slot);
            if (held.psn(slot) >= psn) {
                environment.store().release(take(slot));
            }
            slot = next;
        }
        if (a.ack != null && a.ackPsn >= psn) {
            environment.store().release(a.ack);
            a.ack = null;
        }
        a.in.holes.fill(psn, Long.MAX_VALUE);
        a.in.wanted = Flow.UNKNOWN;
        a.in.end = Math.min(a.in.end, psn);
    }

    /** Drops everything of a flow. */
    public void drop(AwaitedResponses<P> a) {
        dropFrom(a, 0);
        a.owed.clear();
        a.copied = false;
        a.in.forget();
        settle(a);
    }
}
