package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;
import org.urdma4j.codec.urdma.VerificationTag;

import java.util.Comparator;

/** What goes from one host to one queue pair of another; {@link FlowFigures} tells it. */
final class Flow {
    /** The shortest path MTU, by which a READ takes the most sequence numbers. */
    private static final int LEAST_MTU = 256;

    /** The space of requests' sequence numbers. */
    static final int REQUESTS = 0;

    /** The space of answers' sequence numbers. */
    static final int ANSWERS = 1;

    /** Sender, receiver, and the receiver's queue pair. */
    record Key(HostAddress source, HostAddress destination, int qp) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::source)
                        .thenComparing(Key::destination)
                        .thenComparingInt(Key::qp);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    final Key key;
    final Hosts hosts;
    private final MemoryBudget budget;
    private final ReportReader reader;
    final String encapsulation;
    final SequenceSpace[] spaces = new SequenceSpace[2];
    private ReportTally[] reports;
    RoundTrips roundTrips;
    PathSpaces paths;
    TimeBins bins;
    private Flow peer;
    private Flow proposed;
    private Acknowledgement proposal;
    String profile = "other";
    long firstNs = Long.MAX_VALUE;
    long lastNs = Long.MIN_VALUE;
    long packets;
    long bytes;
    long payload;
    long numbered;
    long again;
    long duplicates;
    long reordered;
    long repairs;
    long acks;
    long naks;
    long rnrNaks;
    long cnps;
    long marked;
    private long readNumbers;

    // What was cut off, so that nobody knows the figures that it would have changed.
    boolean payloadCut;
    boolean syndromesCut;
    boolean reportsCut;

    /**
     * Begins with a packet, which isn't taken yet.
     *
     * @param reader for all flows, one after the other
     */
    Flow(Key key, Hosts hosts, CapturedPacket first, MemoryBudget budget, ReportReader reader) {
        this.key = key;
        this.hosts = hosts;
        this.budget = budget;
        this.reader = reader;
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
    boolean agrees(Flow other, Acknowledgement answer) {
        if (proposed == other && !proposal.equals(answer)) {
            pairWith(other);
            return true;
        }
        proposed = other;
        proposal = answer;
        return false;
    }

    /** Takes a packet; returns the answer in it, or null. */
    Acknowledgement take(CapturedPacket packet, long sinceStartNs) {
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

    private Acknowledgement takeStandard(CapturedPacket packet, long now) {
        if (packet.opcode() == Opcode.CNP) {
            cnps++;
            return null;
        }
        profile = packet.hasAny(Opcode.RC) ? "rc" : packet.hasAny(Opcode.UC) ? "uc" : "ud";
        if (packet.opcode() == Opcode.RC_ACKNOWLEDGE && !packet.hasHeaders()) {
            return syndromeCut(new Acknowledgement(packet.psn(), 0, REQUESTS, true));
        }
        if (packet.opcode() == Opcode.RC_ACKNOWLEDGE) {
            count(packet.standard().syndrome());
            boolean positive = AethSyndrome.isAck(packet.standard().syndrome());
            return positive ? new Acknowledgement(packet.psn(), 0, REQUESTS, true) : null;
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
            readNumbers = packet.hasAny(Opcode.READ) ? numbersOf(packet) : 0;
        }
        arrived(packet, arrival, packet.hasAny(Opcode.RC), now);
        if (response) {
            return starts ? new Acknowledgement(packet.psn(), 0, REQUESTS, false) : null;
        }
        if (arrival != SequenceSpace.Arrival.NEW) {
            forget(REQUESTS, packet.psn());
        } else if (packet.ackRequested() || packet.hasAny(Opcode.READ | Opcode.ATOMIC)) {
            roundTrips().put(REQUESTS, packet.psn(), 0, now);
        }
        return null;
    }

    private static long numbersOf(CapturedPacket read) {
        return read.hasHeaders()
                ? read.standard().dmaLength() / LEAST_MTU + 1
                : SequenceSpace.UNKNOWN;
    }

    /** An acknowledgement of which nobody knows whether it is one. */
    private Acknowledgement syndromeCut(Acknowledgement answer) {
        syndromesCut = true;
        hosts.answersCut = true;
        if (peer != null && peer.roundTrips != null) {
            peer.roundTrips.forget(answer.space(), answer.psn());
        }
        return null;
    }

    private Acknowledgement takeUrdma(CapturedPacket packet, long now) {
        profile = "urdma";
        UrdmaPacket urdma = packet.urdma();
        int opcode = urdma.opcode();
        payloadCut |= !packet.isPayloadKnown();
        if (urdma.hasPathWord()) {
            paths = paths == null ? new PathSpaces(budget) : paths;
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
            if (packet.has(
                    VerificationTag.LENGTH + UrdmaOpcode.timestampOffset(opcode) + Integer.BYTES)) {
                roundTrips().put(space, packet.psn(), urdma.t1(), now);
            } else {
                roundTrips().putCut(space, packet.psn());
            }
            return null;
        }
        return switch (opcode) {
            case UrdmaOpcode.REPORT_REQUESTS -> report(packet, REQUESTS);
            case UrdmaOpcode.REPORT_ANSWERS -> report(packet, ANSWERS);
            case UrdmaOpcode.REPAIR_REQUESTS, UrdmaOpcode.REPAIR_ANSWERS -> {
                repairs++;
                yield null;
            }
            case UrdmaOpcode.ACKNOWLEDGE -> {
                if (!packet.has(Bth.LENGTH + VerificationTag.LENGTH + ExtendedAeth.LENGTH)) {
                    syndromesCut = true;
                    yield null;
                }
                count(ExtendedAeth.syndrome(urdma.buffer(), urdma.extendedOffset()));
                yield null;
            }
            default -> null;
        };
    }

    private Acknowledgement report(CapturedPacket captured, int space) {
        if (!captured.isWhole()) {
            reportsCut = true;
            hosts.answersCut = true;
            return null;
        }
        UrdmaPacket packet = captured.urdma();
        int at = packet.extendedOffset();
        int from = at + ExtendedAeth.LENGTH;
        if (!reader.wrap(packet.buffer(), from, packet.offset() + packet.length() - from)) {
            return null;
        }
        acks++;
        reports = reports == null ? new ReportTally[2] : reports;
        if (reports[space] == null) {
            reports[space] = new ReportTally();
        }
        reports[space].take(reader);
        return new Acknowledgement(
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
    boolean hasSent(Acknowledgement answer) {
        return roundTrips != null && roundTrips.has(answer);
    }

    /** Tells whether {@link #hasSent} may be wrong because of what is cut off. */
    boolean mayHaveSentMore() {
        return roundTrips != null && roundTrips.isCut();
    }

    void answered(Acknowledgement answer, long sinceStartNs) {
        if (roundTrips != null) {
            long rtt = roundTrips.answered(answer, sinceStartNs);
            if (rtt != SentSamples.NONE) {
                bins().addRtt(sinceStartNs, rtt);
            }
        }
    }

    private void forget(int space, int psn) {
        if (roundTrips != null) {
            roundTrips.forget(space, psn);
        }
    }

    private SequenceSpace space(int which) {
        if (spaces[which] == null) {
            spaces[which] = new SequenceSpace(budget);
        }
        return spaces[which];
    }

    private RoundTrips roundTrips() {
        if (roundTrips == null) {
            roundTrips = new RoundTrips(budget);
        }
        return roundTrips;
    }

    private TimeBins bins() {
        if (bins == null) {
            bins = new TimeBins(budget);
        }
        return bins;
    }

    /** What order the flows are told in: those with the most payload first. */
    int compareTo(Flow other) {
        int byPayload = Long.compare(other.payload, payload);
        int bySize = byPayload != 0 ? byPayload : Long.compare(other.bytes, bytes);
        return bySize != 0 ? bySize : key.compareTo(other.key);
    }

    /** Returns what the peer's reports say of this flow, null without any. */
    Long reported(boolean repaired) {
        if (peer == null || peer.reports == null) {
            return null;
        }
        long sum = 0;
        for (ReportTally tally : peer.reports) {
            sum += tally == null ? 0 : repaired ? tally.repaired() : tally.missing();
        }
        return sum;
    }
}
