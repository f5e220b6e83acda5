package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;

import java.util.List;

/** What goes from one host to one queue pair of another. */
final class Flow {
    /** The shortest path MTU, by which a READ takes the most sequence numbers. */
    private static final int LEAST_MTU = 256;

    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final int REQUESTS = 0;
    private static final int ANSWERS = 1;

    /** Sender, receiver, and the receiver's queue pair. */
    record Key(HostAddress source, HostAddress destination, int qp) {}

    final Key key;
    private final String encapsulation;
    private final SequenceSpace[] spaces = new SequenceSpace[2];
    private final SentSamples[] samples = new SentSamples[2];
    private final ReportTally[] reports = new ReportTally[2];
    private final ReportReader reader = new ReportReader();
    private PathSpaces paths;
    private TimeBins bins;
    private Flow peer;
    private Flow proposed;
    private Answer proposal;
    private String profile = "other";
    private long firstNs = Long.MAX_VALUE;
    private long lastNs = Long.MIN_VALUE;
    private long packets;
    private long bytes;
    private long payload;
    private long numbered;
    private long again;
    private long duplicates;
    private long reordered;
    private long repairs;
    private long acks;
    private long naks;
    private long rnrNaks;
    private long cnps;
    private long marked;
    private long readNumbers;
    private long rttSamples;
    private double rttSumNs;
    private long rttMinNs = Long.MAX_VALUE;
    private long rttMaxNs;

    Flow(Key key, CapturedPacket first) {
        this.key = key;
        encapsulation = first.encapsulation().name();
    }

    Flow peer() {
        return peer;
    }

    void pairWith(Flow other) {
        peer = other;
        other.peer = this;
        proposal = null;
    }

    /** Takes a proposal of which flow is the peer; pairs with it if it is not the first. */
    boolean agrees(Flow other, Answer answer) {
        if (proposed == other && !proposal.equals(answer)) {
            pairWith(other);
            return true;
        }
        proposed = other;
        proposal = answer;
        return false;
    }

    /** Takes a packet; returns the answer in it, or null. */
    Answer take(CapturedPacket packet, long sinceStartNs) {
        packets++;
        bytes += packet.bytes();
        marked += packet.marked() ? 1 : 0;
        firstNs = Math.min(firstNs, sinceStartNs);
        lastNs = Math.max(lastNs, sinceStartNs);
        if (packet.isSealed()) {
            profile = "sealed";
            return null;
        }
        if (packet.status() != PacketStatus.OK) {
            return null;
        }
        return packet.isUrdma()
                ? takeUrdma(packet, sinceStartNs)
                : takeStandard(packet, sinceStartNs);
    }

    private Answer takeStandard(CapturedPacket packet, long now) {
        if (packet.opcode() == Opcode.CNP) {
            cnps++;
            return null;
        }
        profile = packet.hasAny(Opcode.RC) ? "rc" : packet.hasAny(Opcode.UC) ? "uc" : "ud";
        if (packet.opcode() == Opcode.RC_ACKNOWLEDGE) {
            count(packet.standard().syndrome());
            boolean positive = AethSyndrome.isAck(packet.standard().syndrome());
            return positive ? new Answer(packet.psn(), 0, REQUESTS, true) : null;
        }
        if (packet.hasAny(Opcode.UD)) {
            addPayload(packet, now);
            return null;
        }
        boolean response = packet.hasAny(Opcode.RESPONSE);
        boolean starts = packet.hasAny(Opcode.START | Opcode.ATOMIC_ACK_ETH);
        long allowed = response && starts ? SequenceSpace.ANY : response ? 0 : readNumbers;
        var arrival = space(response ? ANSWERS : REQUESTS).take(packet.psn(), allowed);
        if (!response) {
            boolean read = packet.hasAny(Opcode.READ);
            readNumbers = read ? packet.standard().dmaLength() / LEAST_MTU + 1 : 0;
        }
        arrived(packet, arrival, packet.hasAny(Opcode.RC), now);
        if (response) {
            return starts ? new Answer(packet.psn(), 0, REQUESTS, false) : null;
        }
        if (arrival != SequenceSpace.Arrival.NEW) {
            forget(REQUESTS, packet.psn());
        } else if (packet.ackRequested() || packet.hasAny(Opcode.READ | Opcode.ATOMIC)) {
            samples(REQUESTS).put(packet.psn(), 0, now);
        }
        return null;
    }

    private Answer takeUrdma(CapturedPacket packet, long now) {
        profile = "urdma";
        UrdmaPacket urdma = packet.urdma();
        int opcode = urdma.opcode();
        if (urdma.hasPathWord()) {
            paths = paths == null ? new PathSpaces() : paths;
            paths.take(urdma);
        }
        if (UrdmaOpcode.isPlaced(opcode)) {
            int space = packet.hasAny(Opcode.RESPONSE) ? ANSWERS : REQUESTS;
            boolean resent = urdma.retransmission();
            arrived(packet, space(space).take(packet.psn(), 0), resent, now);
            if (resent) {
                again++;
                forget(space, packet.psn());
            }
            samples(space).put(packet.psn(), urdma.t1(), now);
            return null;
        }
        return switch (opcode) {
            case UrdmaOpcode.REPORT_REQUESTS -> report(urdma, REQUESTS);
            case UrdmaOpcode.REPORT_ANSWERS -> report(urdma, ANSWERS);
            case UrdmaOpcode.REPAIR_REQUESTS, UrdmaOpcode.REPAIR_ANSWERS -> {
                repairs++;
                yield null;
            }
            case UrdmaOpcode.ACKNOWLEDGE -> {
                count(ExtendedAeth.syndrome(urdma.buffer(), urdma.extendedOffset()));
                yield null;
            }
            default -> null;
        };
    }

    private Answer report(UrdmaPacket packet, int space) {
        int at = packet.extendedOffset();
        int from = at + ExtendedAeth.LENGTH;
        if (!reader.wrap(packet.buffer(), from, packet.offset() + packet.length() - from)) {
            return null;
        }
        acks++;
        if (reports[space] == null) {
            reports[space] = new ReportTally();
        }
        reports[space].take(reader);
        return new Answer(
                ExtendedAeth.psn(packet.buffer(), at),
                ExtendedAeth.t1Echo(packet.buffer(), at),
                space,
                false);
    }

    private void count(int syndrome) {
        acks += AethSyndrome.isAck(syndrome) ? 1 : 0;
        rnrNaks += AethSyndrome.isRnrNak(syndrome) ? 1 : 0;
        naks += AethSyndrome.isNak(syndrome) ? 1 : 0;
    }

    /** {@code resent}: what was there before, or comes late, has been sent again. */
    private void arrived(
            CapturedPacket packet, SequenceSpace.Arrival arrival, boolean resent, long now) {
        boolean urdma = packet.isUrdma();
        switch (arrival) {
            case NEW -> numbered++;
            case LATE -> {
                numbered++;
                reordered += resent ? 0 : 1;
                again += resent && !urdma ? 1 : 0;
            }
            case AGAIN -> {
                duplicates += resent ? 0 : 1;
                again += resent && !urdma ? 1 : 0;
            }
        }
        if (arrival != SequenceSpace.Arrival.NEW && resent) {
            bins().addAgain(now);
        }
        if (arrival != SequenceSpace.Arrival.AGAIN) {
            addPayload(packet, now);
        }
    }

    private void addPayload(CapturedPacket packet, long now) {
        int carried = packet.payloadBytes();
        if (carried > 0) {
            payload += carried;
            bins().addPayload(now, carried);
        }
    }

    /** Tells whether the packet that an answer of {@code other}'s is about was seen here. */
    boolean hasSent(Answer answer) {
        SentSamples sent = samples[answer.space()];
        return sent != null && sent.has(answer.psn(), answer.t1());
    }

    /** Takes an answer to what went here. */
    void answered(Answer answer, long sinceStartNs) {
        SentSamples sent = samples[answer.space()];
        if (sent == null) {
            return;
        }
        long rtt = sent.take(answer.psn(), answer.t1(), sinceStartNs);
        if (rtt != SentSamples.NONE) {
            rttSamples++;
            rttSumNs += rtt;
            rttMinNs = Math.min(rttMinNs, rtt);
            rttMaxNs = Math.max(rttMaxNs, rtt);
            bins().addRtt(sinceStartNs, rtt);
        }
        if (answer.cumulative()) {
            sent.acknowledge(answer.psn());
        }
    }

    private void forget(int space, int psn) {
        if (samples[space] != null) {
            samples[space].forget(psn);
        }
    }

    private SequenceSpace space(int which) {
        if (spaces[which] == null) {
            spaces[which] = new SequenceSpace();
        }
        return spaces[which];
    }

    private SentSamples samples(int which) {
        if (samples[which] == null) {
            samples[which] = new SentSamples();
        }
        return samples[which];
    }

    private TimeBins bins() {
        if (bins == null) {
            bins = new TimeBins();
        }
        return bins;
    }

    FlowSummary summary(PathTallies tallies) {
        double seconds = Math.max(0, lastNs - firstNs) / NS_PER_SECOND;
        long passed = 0;
        long missing = 0;
        for (SequenceSpace space : spaces) {
            passed += space == null ? 0 : space.passed();
            missing += space == null ? 0 : space.holes();
        }
        Long reportedMissing = reported(false);
        long late = reordered;
        long all = numbered + missing;
        if (paths != null) {
            passed = paths.passed();
            missing = paths.holes();
            late = paths.reordered();
            all = paths.numbered() + missing;
            reportedMissing = peer == null ? null : tallies.missing(peer.key.qp(), paths.paths());
        }
        long lost = reportedMissing == null ? passed - late : reportedMissing;
        return new FlowSummary(
                key.source().toString(),
                key.destination().toString(),
                key.qp(),
                peer == null ? null : peer.key.qp(),
                profile,
                encapsulation,
                packets,
                bytes,
                payload,
                firstNs / NS_PER_SECOND,
                seconds,
                payload == 0 || seconds == 0 ? null : payload * 8 / seconds,
                passed,
                missing,
                again,
                duplicates,
                late,
                all == 0 ? null : Math.clamp((double) lost / all, 0, 1),
                reportedMissing,
                paths == null ? reported(true) : null,
                repairs,
                acks,
                naks,
                rnrNaks,
                cnps,
                marked,
                rttSamples == 0
                        ? null
                        : new FlowSummary.Rtt(
                                rttMinNs / NS_PER_MS,
                                rttSumNs / rttSamples / NS_PER_MS,
                                rttMaxNs / NS_PER_MS,
                                rttSamples),
                bins == null ? List.of() : bins.points());
    }

    /** What the peer's reports say of this flow, null without any. */
    private Long reported(boolean repaired) {
        if (peer == null || (peer.reports[REQUESTS] == null && peer.reports[ANSWERS] == null)) {
            return null;
        }
        long sum = 0;
        for (ReportTally tally : peer.reports) {
            sum += tally == null ? 0 : repaired ? tally.repaired() : tally.missing();
        }
        return sum;
    }
}
