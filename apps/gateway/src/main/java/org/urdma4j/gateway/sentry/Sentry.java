package org.urdma4j.gateway.sentry;

import org.urdma4j.codec.ib.Aeth;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.gateway.flow.Flow;
import org.urdma4j.gateway.flow.FlowKeeper;
import org.urdma4j.gateway.flow.FlowKey;
import org.urdma4j.gateway.flow.FlowReport;
import org.urdma4j.gateway.flow.PacketTable;
import org.urdma4j.gateway.flow.Responses;
import org.urdma4j.gateway.flow.Spans;
import org.urdma4j.gateway.flow.UnmeasuredReads;
import org.urdma4j.gateway.message.Mark;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.response.ResponseHolder;
import org.urdma4j.gateway.sent.MarkSender;
import org.urdma4j.gateway.sent.SentPackets;
import org.urdma4j.gateway.sent.SentSide;
import org.urdma4j.gateway.sent.SentSide.Outcome;
import org.urdma4j.gateway.sentry.SentryFlow.Run;

import java.nio.ByteBuffer;

/**
 * The half of a gateway that is at the sender's end: requests come from the hosts, answers from the
 * long link. What a STATUS says is missing it sends again from its own copies; where it has none it
 * makes the host go back, and of what the host then sends again lets only that pass. Its rules are
 * the table of {@code apps/gateway/protocol.md}, row by row.
 *
 * @param <P> handles of packets; whatever is given to a method belongs to the Sentry from then on
 */
public final class Sentry<P> extends FlowKeeper<SentryFlow<P>, P> {
    private static final long LEAST_NACK_NS = 1_000_000;
    private static final int NACK_LOCAL_RTTS = 4;
    private static final int MOST_NACKS = 2;

    private final SentSide<P> sentSide;
    private final SentPackets<P> packets;
    private final MarkSender<P> marks;
    private final ResponseHolder<P> answers;
    private final ByteBuffer nack = ByteBuffer.allocate(Bth.LENGTH + Aeth.LENGTH);

    public Sentry(Environment<P> environment) {
        super(FlowReport.Half.SENTRY, environment);
        this.sentSide = new SentSide<>(environment);
        this.packets = sentSide.packets();
        this.marks = sentSide.marks();
        this.answers = new ResponseHolder<>(environment);
    }

    public void onRequest(P packet, Headers headers, long nowNs) {
        SentryFlow<P> flow = flows.find(headers);
        if (flow == null) {
            flow = open(FlowKey.of(headers), nowNs);
        }
        if (flow == null) {
            environment.counters().withoutFlow++;
            environment.output().outside(packet);
            return;
        }
        flow.see(headers, nowNs);
        flow.counters.packets++;
        flow.there(environment.store().template(flow.there(), packet));
        TransportPacket request = headers.transport();
        int span = flow.spanOf(request);
        boolean far = flow.isOfAnother(flow.unwrap(request.psn()));
        if (flow.sent.started && (far || span == Spans.UNKNOWN)) {
            forget(flow, nowNs);
        }
        if (span == Spans.UNKNOWN) {
            flow.unmeasured(request);
        }
        if (span == Spans.UNKNOWN || flow.closed) {
            environment.output().outside(packet);
            return;
        }
        boolean first = !flow.announced;
        if (first && flow.sent.started && flow.unwrap(request.psn()) < flow.sent.high) {
            forget(flow, nowNs);
        }
        if (!flow.sent.started) {
            flow.startAt(request.psn());
        }
        long psn = flow.unwrap(request.psn());
        if (psn >= flow.sent.high) {
            onNew(flow, psn, span, packet, headers, nowNs);
        } else {
            onAgain(flow, psn, span, packet, headers, nowNs);
        }
        if (first) {
            flow.announced = true;
            marks.send(flow.sent, nowNs);
        }
        nackIfWanted(flow, nowNs);
        schedule(flow);
    }

    @Override
    protected void begin(SentryFlow<P> flow, int psn) {
        flow.startAt(psn);
        flow.sent.acked = flow.sent.high;
    }

    @Override
    protected void begin(SentryFlow<P> flow, UnmeasuredReads reads, long nowNs) {
        flow.startAt(reads.psn());
        for (int i = 0; i < reads.count(); i++) {
            int span = flow.spanOf(reads.bytes(i));
            answers.onOwed(flow.answers, flow.sent.high, span);
            flow.sent.high += span;
        }
        flow.sent.lastSentNs = nowNs;
        flow.announced = true;
        marks.send(flow.sent, nowNs);
    }

    @Override
    protected void forget(SentryFlow<P> flow) {
        drop(flow);
        flows.unpair(flow);
        flow.forget();
    }

    private void onNew(
            SentryFlow<P> flow, long psn, int span, P packet, Headers headers, long nowNs) {
        endRun(flow);
        if (psn > flow.sent.high) {
            if (flow.gapFirst >= flow.gapEnd) {
                flow.gapFirst = flow.sent.high;
            }
            flow.gapEnd = psn;
            flow.wantsNack = true;
        }
        packets.note(flow.sent, psn, span, packet, headers.bytes(), nowNs);
        flow.sent.high = psn + span;
        answers.onRequest(flow.answers, psn, span, headers.transport());
        flow.sent.lastSentNs = nowNs;
        environment.output().outside(packet);
    }

    private void onAgain(
            SentryFlow<P> flow, long psn, int span, P packet, Headers headers, long nowNs) {
        if (flow.run == Run.NONE || psn < flow.runNext) {
            beginRun(flow, psn, nowNs);
        }
        flow.runNext = psn + span;
        int slot = packets.find(flow.sent, psn);
        boolean needed = flow.run == Run.ALL || isNeeded(flow, psn, slot, headers, nowNs);
        if (!needed) {
            environment.counters().filtered++;
            flow.counters.filtered++;
            environment.store().release(packet);
        } else {
            answers.onRequest(flow.answers, psn, span, headers.transport());
            boolean missing = slot == PacketTable.NONE || packets.isMissing(slot);
            if (slot == PacketTable.NONE) {
                onUnnoted(flow, psn, span, packet, headers.bytes(), nowNs);
            } else {
                packets.missing(flow.sent, slot, false);
                packets.keep(slot, packet, headers.bytes());
                packets.sentAgain(flow.sent, slot, false, nowNs);
            }
            flow.sent.lastSentNs = nowNs;
            if (missing) {
                environment.output().first(packet);
            } else {
                environment.output().again(packet);
            }
        }
        if (psn == flow.gapFirst && needed) {
            flow.gapFirst = Math.min(flow.runNext, flow.gapEnd);
        }
        boolean over = flow.runNext >= flow.sent.high;
        if (over ? flow.run != Run.NONE : needed && flow.run == Run.FILTER) {
            marks.send(flow.sent, nowNs);
        }
        if (over) {
            endRun(flow);
        }
    }

    private void beginRun(SentryFlow<P> flow, long psn, long nowNs) {
        boolean ours =
                flow.nackOutstanding
                        && !flow.nextRunIsAll
                        && psn >= flow.nackPsn
                        && psn <= flow.sent.acked;
        boolean filters = environment.config().reports().filters();
        flow.run = ours && filters ? Run.FILTER : Run.ALL;
        if (ours) {
            flow.localRttNs = nowNs - flow.nackSentNs;
        }
        flow.nackOutstanding = false;
        flow.nackUntilNs = Flow.NEVER;
        flow.nextRunIsAll = false;
    }

    private static void endRun(SentryFlow<?> flow) {
        if (flow.run != Run.NONE) {
            flow.run = Run.NONE;
            // what was wanted before the run, or found missing ahead of it, has passed
            flow.wantsNack = flow.isSomethingMissing();
        }
    }

    private boolean isNeeded(SentryFlow<P> flow, long psn, int slot, Headers headers, long nowNs) {
        if (slot == PacketTable.NONE || packets.isMissing(slot)) {
            return true;
        }
        if (Responses.areOwed(headers.transport())) {
            return true;
        }
        if (flow.sent.isConfirmed(psn)) {
            return false;
        }
        // without the packet that asks nothing is acknowledged, and hosts ignore a second NACK
        long agoNs = nowNs - packets.firstNs(slot);
        return headers.transport().ackRequested() || agoNs > marks.longRttNs() * 7 / 5;
    }

    /** A packet of a gap: it is seen for the first time. */
    private void onUnnoted(
            SentryFlow<P> flow, long psn, int span, P packet, int bytes, long nowNs) {
        if (psn >= flow.oldest()) {
            packets.note(flow.sent, psn, span, packet, bytes, nowNs);
        }
    }

    /** Takes a STATUS from the long link; it goes no further. */
    public void onStatus(P packet, Headers headers, long nowNs) {
        SentryFlow<P> flow = flows.findReversed(headers);
        if (flow == null || !flow.sent.started || flow.closed) {
            environment.counters().badMessages++;
        } else {
            if (flow.back() == null) {
                flow.back(environment.store().template(null, packet));
            }
            ByteBuffer b = headers.transport().buffer();
            onStatus(flow, b, headers.transport().offset(), nowNs);
            schedule(flow);
        }
        environment.store().release(packet);
    }

    private void onStatus(SentryFlow<P> flow, ByteBuffer b, int at, long nowNs) {
        Outcome outcome = sentSide.onStatus(flow.sent, b, at, nowNs);
        if (outcome != Outcome.BAD) {
            flow.wantsNack |= outcome == Outcome.GONE;
            nackIfWanted(flow, nowNs);
            if (outcome == Outcome.GONE && flow.wantsNack && !mayNack(flow)) {
                marks.sendUnfilled(flow.sent, nowNs);
                // the Depot drops what it holds
                flow.nextRunIsAll = true;
            }
        }
    }

    /** Takes a MARK about answers from the long link; it goes no further. */
    public void onMark(P packet, Headers headers, long nowNs) {
        SentryFlow<P> flow = flows.findReversed(headers);
        if (flow == null || !flow.sent.started || flow.closed) {
            environment.counters().badMessages++;
        } else {
            ByteBuffer b = headers.transport().buffer();
            onMark(flow, b, headers.transport().offset(), nowNs);
            schedule(flow);
        }
        environment.store().release(packet);
    }

    private void onMark(SentryFlow<P> flow, ByteBuffer b, int at, long nowNs) {
        long low = flow.unwrap(Mark.low(b, at));
        long high = flow.unwrap(Mark.high(b, at));
        if (high > flow.sent.high || low > high || low < flow.sent.high - Flow.FAR) {
            environment.counters().badMessages++;
        } else {
            answers.onMark(flow.answers, flow.sent.acked, b, at, nowNs);
        }
    }

    public void onAnswer(P packet, Headers headers, long nowNs) {
        SentryFlow<P> flow = environment.store().isIntact(packet) ? ofAnswer(headers, nowNs) : null;
        if (flow == null || !flow.sent.started) {
            environment.output().inside(packet);
            return;
        }
        flow.see(headers, nowNs);
        flow.back(environment.store().template(flow.back(), packet));
        TransportPacket answer = headers.transport();
        long psn = flow.unwrap(answer.psn());
        boolean negative = answer.has(Opcode.AETH) && !AethSyndrome.isAck(answer.syndrome());
        long acked = negative ? psn : psn + 1;
        boolean meant = acked >= flow.oldest() || flow.answers.isOwed(psn);
        if (negative && !meant && answer.syndrome() == AethSyndrome.NAK_PSN_SEQUENCE_ERROR) {
            forget(flow, nowNs);
        }
        if (flow.closed || !meant || acked > flow.sent.high) {
            environment.output().inside(packet);
        } else if (negative) {
            onAcked(flow, acked, answer);
            onNegative(flow, acked, answer.syndrome());
            environment.output().inside(packet);
        } else {
            if (flow.sent.acked == Flow.UNKNOWN) {
                answers.startAt(flow.answers, psn);
            }
            onAcked(flow, acked, answer);
            boolean mayHold = environment.config().copyBytes() > 0 && flow.answers.areCopied();
            answers.onAnswer(flow.answers, psn, packet, headers, mayHold, nowNs);
        }
        schedule(flow);
    }

    private void onAcked(SentryFlow<P> flow, long acked, TransportPacket answer) {
        flow.answerFlags = answer.bthFlags() & Bth.MIG_REQ;
        if (answer.has(Opcode.AETH)) {
            flow.msn = answer.msn();
        }
        if (acked > flow.oldest() || flow.sent.acked == Flow.UNKNOWN) {
            flow.nacks = 0;
            flow.gapFirst = Math.max(flow.gapFirst, Math.min(acked, flow.gapEnd));
            packets.dropBefore(flow.sent, acked);
            flow.sent.onAcked(acked);
        }
    }

    private void onNegative(SentryFlow<P> flow, long psn, int syndrome) {
        if (flow.answers.isOwedBefore(psn)) {
            answers.giveUp(flow.answers);
        }
        if (AethSyndrome.isRnrNak(syndrome) || syndrome == AethSyndrome.NAK_PSN_SEQUENCE_ERROR) {
            flow.nextRunIsAll = true;
        } else {
            drop(flow);
            flow.closed = true;
        }
    }

    /** Returns whether the host can be made to go back, now or after what it is doing. */
    private boolean mayNack(SentryFlow<P> flow) {
        boolean running = flow.nackOutstanding || flow.run != Run.NONE;
        return flow.isPaired()
                && flow.sent.acked != Flow.UNKNOWN
                && flow.sent.acked < flow.sent.high
                && flow.back() != null
                && (running || flow.nacks < MOST_NACKS);
    }

    /** Makes the host go back to the oldest packet that its peer has not acknowledged. */
    private void nackIfWanted(SentryFlow<P> flow, long nowNs) {
        if (!flow.wantsNack
                || !mayNack(flow)
                || !flow.sent.isStatusSeen()
                || flow.answers.isOwedBefore(flow.sent.acked)
                || flow.nackOutstanding
                || flow.run != Run.NONE) {
            return;
        }
        flow.wantsNack = false;
        flow.nacks++;
        flow.nackOutstanding = true;
        flow.nackPsn = flow.sent.acked;
        flow.nackSentNs = nowNs;
        flow.nackUntilNs = nowNs + nackWaitNs(flow);
        environment.counters().nacks++;
        flow.counters.nacks++;
        Bth.write(
                nack,
                0,
                Opcode.RC_ACKNOWLEDGE,
                flow.answerFlags,
                0,
                flow.pKey(),
                flow.senderQpn(),
                (int) flow.sent.acked);
        Aeth.write(nack, Bth.LENGTH, AethSyndrome.NAK_PSN_SEQUENCE_ERROR, flow.msn);
        environment.output().inside(environment.store().make(flow.back(), nack));
    }

    /**
     * How long a host may take to go back. One in software is late by milliseconds now and then;
     * NACKs are few, and to have the Depot drop what it holds costs more than half a round trip.
     */
    private long nackWaitNs(SentryFlow<P> flow) {
        long localNs = Math.max(LEAST_NACK_NS, NACK_LOCAL_RTTS * flow.localRttNs);
        return Math.max(localNs, marks.longRttNs() / 2);
    }

    @Override
    protected long dueNs(SentryFlow<P> flow) {
        if (flow.closed) {
            return Flow.NEVER;
        }
        long dueNs = Math.min(marks.dueNs(flow.sent, flow.localRttNs), flow.nackUntilNs);
        return Math.min(dueNs, answers.dueNs(flow.answers));
    }

    @Override
    protected void onDue(SentryFlow<P> flow, long nowNs) {
        answers.onDue(flow.answers, nowNs);
        if (marks.dueNs(flow.sent, flow.localRttNs) <= nowNs) {
            marks.onDue(flow.sent, nowNs);
        }
        if (flow.nackUntilNs <= nowNs) {
            flow.nackUntilNs = Flow.NEVER;
            flow.nackOutstanding = false;
            flow.wantsNack |= flow.isSomethingMissing();
            nackIfWanted(flow, nowNs);
        }
    }

    @Override
    protected SentryFlow<P> create(FlowKey key) {
        return new SentryFlow<>(key);
    }

    @Override
    protected long poolBytes(SentryFlow<P> flow) {
        return packets.bytesOf(flow.sent) + answers.bytesOf(flow.answers);
    }

    @Override
    protected void drop(SentryFlow<P> flow) {
        packets.drop(flow.sent);
        answers.drop(flow.answers);
    }
}
