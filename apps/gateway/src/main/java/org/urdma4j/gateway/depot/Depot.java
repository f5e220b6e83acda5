package org.urdma4j.gateway.depot;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.depot.DepotFlow.State;
import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.FlowKeeper;
import org.urdma4j.gateway.flow.FlowKey;
import org.urdma4j.gateway.flow.FlowReport;
import org.urdma4j.gateway.flow.Responses;
import org.urdma4j.gateway.flow.Spans;
import org.urdma4j.gateway.flow.UnmeasuredReads;
import org.urdma4j.gateway.message.Mark;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.received.StatusSender;
import org.urdma4j.gateway.response.ResponseCopies;

import java.nio.ByteBuffer;

/**
 * The half of a gateway that is at the receiver's end: requests come from the long link, answers
 * from the hosts. It holds what came too early until the hole before it is filled, and tells the
 * Sentry of holes. Its rules are the table of {@code apps/gateway/protocol.md}, row by row.
 *
 * @param <P> handles of packets; whatever is given to a method belongs to the Depot from then on
 */
public final class Depot<P> extends FlowKeeper<DepotFlow<P>, P> {
    /** A flow whose first packets all have a wrong ICRC has some other one. */
    private static final int WRONG_ICRCS = 8;

    /** So many numbers are handed on behind a hole that is given up; the rest is dropped. */
    private static final int MOST_GIVEN_UP = 64;

    private final DepotPackets<P> packets;
    private final StatusSender<P> status;
    private final Releaser<P> releaser;
    private final ResponseCopies<P> answers;
    private final Feedback<P> feedback;

    public Depot(Environment<P> environment) {
        super(FlowReport.Half.DEPOT, environment);
        this.packets = new DepotPackets<>(environment, flows);
        this.status = new StatusSender<>(environment);
        this.answers = new ResponseCopies<>(environment);
        this.releaser = new Releaser<>(environment, packets, status);
        this.feedback = new Feedback<>(environment, packets, releaser, answers);
    }

    public void onRequest(P packet, Headers headers, long nowNs) {
        DepotFlow<P> flow = flows.find(headers);
        if (!environment.store().isIntact(packet)) {
            onWrongIcrc(flow, packet);
            return;
        }
        if (flow == null) {
            flow = open(FlowKey.of(headers), nowNs);
        }
        if (flow == null) {
            environment.counters().withoutFlow++;
            environment.output().inside(packet);
            return;
        }
        flow.intact = true;
        flow.counters.packets++;
        backWhereUnknown(flow, packet);
        flow.see(headers, nowNs);
        TransportPacket request = headers.transport();
        int span = flow.spanOf(request);
        long number = flow.unwrap(request.psn());
        boolean tooEarly = flow.promised && number < flow.in.next;
        boolean anew =
                flow.state == State.NEW
                        || tooEarly
                        || flow.isOfAnother(number)
                        || flow.isAskedInVain(number, nowNs, environment.longRtt().ns());
        if (anew || span == Spans.UNKNOWN) {
            forget(flow, nowNs);
        }
        if (span == Spans.UNKNOWN) {
            flow.unmeasured(request);
            environment.output().inside(packet);
            return;
        }
        if (anew) {
            flow.startAt(request.psn());
        }
        flow.promised = false;
        order(flow, flow.unwrap(request.psn()), span, packet, headers, nowNs);
        schedule(flow);
    }

    private void onWrongIcrc(DepotFlow<P> flow, P packet) {
        if (flow == null || !flow.isOrdered()) {
            environment.output().inside(packet);
        } else if (!flow.intact && ++flow.wrong >= WRONG_ICRCS) {
            flow.state = State.CLOSED;
            environment.output().inside(packet);
        } else {
            environment.counters().wrongIcrc++;
            environment.store().release(packet);
        }
    }

    private void backWhereUnknown(DepotFlow<P> flow, P packet) {
        if (flow.back() == null) {
            flow.back(environment.store().reversed(packet));
        }
    }

    @Override
    protected void begin(DepotFlow<P> flow, int psn) {
        flow.startAt(psn);
        flow.in.acked = flow.in.next;
        flow.promised = true;
    }

    @Override
    protected void begin(DepotFlow<P> flow, UnmeasuredReads reads, long nowNs) {
        flow.startAt(reads.psn());
        for (int i = 0; i < reads.count(); i++) {
            flow.in.next += flow.spanOf(reads.bytes(i));
        }
        flow.in.end = flow.in.next;
        flow.begunByRead = true;
    }

    @Override
    protected void forget(DepotFlow<P> flow) {
        drop(flow);
        flows.unpair(flow);
        flow.forget();
    }

    private void order(
            DepotFlow<P> flow, long psn, int span, P packet, Headers headers, long nowNs) {
        if (!flow.isOrdered()) {
            flow.in.next = Math.max(flow.in.next, psn + span);
            flow.in.end = flow.in.next;
            environment.output().inside(packet);
        } else if (flow.waitsForReceiver && isRepeated(flow, psn)) {
            // the host has gone back, and what it began with was lost
            flow.waitsForReceiver = false;
            releaser.release(flow, nowNs);
            order(flow, psn, span, packet, headers, nowNs);
        } else if (psn == flow.in.next) {
            flow.waitsForReceiver = false;
            releaser.handOn(flow, psn, span, packet, headers, nowNs);
            releaser.release(flow, nowNs);
        } else if (psn > flow.in.next) {
            onEarly(flow, psn, span, packet, headers, nowNs);
        } else {
            onAgain(flow, psn, packet, headers.transport());
        }
    }

    /** Returns whether the host has sent something before that was handed on already. */
    private boolean isRepeated(DepotFlow<P> flow, long psn) {
        return psn > flow.in.next
                && psn < flow.in.end
                && !packets.isHeld(flow, psn)
                && (psn < flow.keptFrom || !flow.in.holes.contains(psn));
    }

    private void onEarly(
            DepotFlow<P> flow, long psn, int span, P packet, Headers headers, long nowNs) {
        if (psn < flow.in.end && (packets.isHeld(flow, psn) || !flow.in.holes.contains(psn))) {
            environment.counters().duplicates++;
            environment.store().release(packet);
            return;
        }
        boolean opens = psn > flow.in.end;
        boolean first = flow.in.holes.isEmpty();
        if ((opens && flow.in.holes.isFull())
                || !packets.hold(flow, psn, span, packet, headers.bytes(), nowNs)) {
            environment.counters().noRoom++;
            if (flow.isPaired()) {
                environment.store().release(packet);
            } else {
                environment.output().inside(packet);
            }
            if (!flow.reportedNoRoom && psn >= flow.in.end) {
                flow.reportedNoRoom = true;
                flow.in.onGap(flow.in.end, psn + span);
                flow.in.end = psn + span;
                releaser.onHole(flow, first, nowNs);
            }
            return;
        }
        if (psn < flow.in.end) {
            flow.in.holes.fill(psn, psn + span);
            flow.counters.recovered++;
            flow.in.progressNs = nowNs;
        } else {
            flow.in.onGap(flow.in.end, psn);
        }
        flow.in.end = Math.max(flow.in.end, psn + span);
        if (opens) {
            releaser.onHole(flow, first, nowNs);
        }
    }

    private void onAgain(DepotFlow<P> flow, long psn, P packet, TransportPacket request) {
        if (flow.in.acked == Flow.UNKNOWN
                || psn >= flow.in.acked
                || request.ackRequested()
                || Responses.areOwed(request)) {
            environment.output().inside(packet);
        } else {
            environment.counters().duplicates++;
            environment.store().release(packet);
        }
    }

    /** Takes a MARK from the long link; it goes no further. */
    public void onMark(P packet, Headers headers, long nowNs) {
        DepotFlow<P> flow = flows.find(headers);
        if (flow == null) {
            flow = open(FlowKey.of(headers), nowNs);
        }
        if (flow != null) {
            backWhereUnknown(flow, packet);
            flow.see(headers, nowNs);
            ByteBuffer b = headers.transport().buffer();
            onMark(flow, b, headers.transport().offset(), nowNs);
            schedule(flow);
        }
        environment.store().release(packet);
    }

    private void onMark(DepotFlow<P> flow, ByteBuffer b, int at, long nowNs) {
        if (flow.state == State.NEW) {
            flow.startAt(Mark.low(b, at));
        }
        long high = flow.unwrap(Mark.high(b, at));
        if (high < flow.in.next - Flow.FAR || high > flow.in.next + Flow.FAR) {
            environment.counters().badMessages++;
            return;
        }
        flow.in.mark = Mark.number(b, at);
        answers.onAcknowledged(flow.answers, flow.unwrap(Mark.low(b, at)));
        if (Mark.longRttNs(b, at) > 0) {
            environment.longRtt().onTold(Mark.longRttNs(b, at));
        }
        boolean named = environment.config().reports().namesHoles();
        if (named && high > flow.in.end && flow.isOrdered() && !flow.in.holes.isFull()) {
            if (flow.in.holes.isEmpty()) {
                flow.in.onFirstHole(nowNs, environment.longRtt().ns());
            }
            flow.in.holes.add(flow.in.end, high);
            flow.in.end = high;
        }
        if (Mark.isUnfilled(b, at) && flow.isOrdered() && flow.in.isOpen()) {
            giveUp(flow);
        }
        status.send(flow, flow.back(), flow.in, flow.in.mark);
    }

    /** Takes a STATUS about answers from the long link; it goes no further. */
    public void onStatus(P packet, Headers headers, long nowNs) {
        DepotFlow<P> flow = flows.find(headers);
        if (flow == null || !answers.onStatus(flow.answers, headers.transport(), nowNs)) {
            environment.counters().badMessages++;
        } else {
            schedule(flow);
        }
        environment.store().release(packet);
    }

    public void onAnswer(P packet, Headers headers, long nowNs) {
        DepotFlow<P> flow = environment.store().isIntact(packet) ? ofAnswer(headers, nowNs) : null;
        if (flow == null || flow.state == State.NEW) {
            environment.output().outside(packet);
            return;
        }
        flow.see(headers, nowNs);
        flow.back(environment.store().template(flow.back(), packet));
        TransportPacket answer = headers.transport();
        long psn = flow.unwrap(answer.psn());
        boolean negative = answer.has(Opcode.AETH) && !AethSyndrome.isAck(answer.syndrome());
        long acked = negative ? psn : psn + 1;
        boolean meant = acked >= flow.oldest() && acked <= flow.in.end;
        if (meant) {
            flow.hear();
        }
        if (meant && negative) {
            feedback.onNegative(flow, psn, packet, answer.syndrome(), nowNs);
        } else if (meant) {
            feedback.onAcked(flow, acked, nowNs);
            send(flow, psn, packet, headers, nowNs);
        } else if (acked < flow.oldest() && Responses.isOwn(answer) && !flow.isOfAnother(psn)) {
            // the host asked for it again, though what is behind it was acknowledged before
            send(flow, psn, packet, headers, nowNs);
        } else {
            if (acked < flow.oldest() && isSequenceError(answer)) {
                forget(flow, nowNs);
            }
            environment.output().outside(packet);
        }
        schedule(flow);
    }

    /** What a receiver says of a number that it has acknowledged only in another connection. */
    private static boolean isSequenceError(TransportPacket answer) {
        return answer.has(Opcode.AETH) && answer.syndrome() == AethSyndrome.NAK_PSN_SEQUENCE_ERROR;
    }

    private void send(DepotFlow<P> flow, long psn, P packet, Headers headers, long nowNs) {
        if (environment.config().copyBytes() > 0
                && (flow.in.mark != 0 || flow.begunByRead)
                && flow.state != State.CLOSED) {
            answers.onAnswer(flow.answers, psn, packet, headers, nowNs);
        } else {
            environment.output().outside(packet);
        }
    }

    @Override
    protected long dueNs(DepotFlow<P> flow) {
        return Math.min(flow.dueNs(), answers.dueNs(flow.answers));
    }

    @Override
    protected void onDue(DepotFlow<P> flow, long nowNs) {
        if (flow.pacer.releaseAtNs <= nowNs) {
            releaser.release(flow, nowNs);
        }
        if (flow.in.statusAtNs <= nowNs) {
            onHoleOpen(flow, nowNs);
        }
        if (flow.askAtNs <= nowNs) {
            releaser.onUnanswered(flow, nowNs);
        }
        answers.onDue(flow.answers, nowNs);
    }

    /** The receiver is to see that something is missing. */
    private void giveUp(DepotFlow<P> flow) {
        environment.counters().givenUp++;
        flow.counters.givenUp++;
        packets.handOnHeld(flow, MOST_GIVEN_UP);
        boolean goesBack = feedback.forwardNak(flow);
        packets.drop(flow);
        if (goesBack) {
            flow.orderFrom(flow.in.acked);
        } else {
            flow.settle();
            flow.in.end = flow.in.next;
            flow.state = State.PLAIN;
        }
        status.send(flow, flow.back(), flow.in, 0);
    }

    private void onHoleOpen(DepotFlow<P> flow, long nowNs) {
        flow.in.statusAtNs = Flow.NEVER;
        if (flow.in.holes.isEmpty() || !flow.isOrdered()) {
            return;
        }
        long patienceNs = environment.longRtt().patienceNs();
        if (flow.waitsForReceiver) {
            flow.in.progressNs = nowNs;
        } else if (nowNs - flow.in.progressNs >= patienceNs) {
            giveUp(flow);
            return;
        } else if (environment.config().reports().namesHoles()) {
            status.send(flow, flow.back(), flow.in, 0);
        }
        flow.in.nextStatusAfter(nowNs, environment.longRtt().ns());
    }

    @Override
    protected DepotFlow<P> create(FlowKey key) {
        return new DepotFlow<>(key);
    }

    @Override
    protected long poolBytes(DepotFlow<P> flow) {
        return packets.bytesOf(flow) + answers.bytesOf(flow.answers);
    }

    @Override
    protected void drop(DepotFlow<P> flow) {
        feedback.dropNak(flow);
        packets.drop(flow);
        answers.drop(flow.answers);
    }
}
