package org.urdma4j.measure.capture;

import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.RnrTimer;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.GrantPacket;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.RepairHeader;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says in a few words what a packet acknowledges, repairs, asks for, or carries. */
public final class Meaning {
    private static final double NS_PER_MS = 1e6;

    private Meaning() {}

    /** Returns the words, none for a packet that only carries a part of a message. */
    public static String of(CapturedPacket packet) {
        if (packet.isSealed()) {
            return sealed(packet);
        }
        if (!packet.hasHeaders() || (isList(packet) && !packet.isWhole())) {
            return "cut short";
        }
        if (packet.status() != PacketStatus.OK) {
            return packet.status().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
        int mad = Connections.message(packet);
        if (mad >= 0) {
            return "CM " + CmMessage.of(packet.standard().buffer(), mad);
        }
        List<String> words = new ArrayList<>();
        if (packet.isUrdma()) {
            addUrdma(packet.urdma(), words);
        } else {
            addStandard(packet.standard(), words);
        }
        return String.join(", ", words);
    }

    /** Tells whether it has entries behind its headers. */
    private static boolean isList(CapturedPacket packet) {
        return switch (packet.opcode()) {
            case UrdmaOpcode.REPORT_REQUESTS,
                    UrdmaOpcode.REPORT_ANSWERS,
                    UrdmaOpcode.REPORT_PATHS,
                    UrdmaOpcode.PATHS ->
                    true;
            default -> false;
        };
    }

    private static String sealed(CapturedPacket packet) {
        ByteBuffer b = packet.standard().buffer();
        int at = packet.standard().offset();
        int opcode = packet.opcode();
        if (!SealedPacket.isLength(opcode, packet.standard().length())) {
            return "bad length";
        }
        if (b.limit() - at < SealedPacket.headerLength(opcode)) {
            return "";
        }
        return "number %d, generation %d%s"
                .formatted(
                        SealedPacket.number(b, at),
                        SealedPacket.generation(b, at),
                        SealedPacket.hasAssociation(opcode)
                                ? ", association 0x%08x".formatted(SealedPacket.association(b, at))
                                : "");
    }

    private static void addStandard(TransportPacket packet, List<String> words) {
        if (packet.opcode() == Opcode.CNP) {
            words.add("this queue pair is to slow down");
            return;
        }
        if (packet.has(Opcode.AETH)) {
            words.add(answer(packet.syndrome(), packet.psn()));
        }
        if (packet.has(Opcode.READ)) {
            words.add("asks for " + packet.dmaLength() + " bytes");
        } else if (packet.has(Opcode.WRITE | Opcode.START)) {
            words.add("message of " + packet.dmaLength() + " bytes");
        }
        if (packet.has(Opcode.UD)) {
            words.add("from qp 0x%06x".formatted(packet.srcQp()));
        }
        if (packet.ackRequested()) {
            words.add("asks for an ACK");
        }
    }

    private static String answer(int syndrome, int psn) {
        if (AethSyndrome.isAck(syndrome)) {
            return "acknowledges up to " + psn;
        }
        if (AethSyndrome.isRnrNak(syndrome)) {
            double ms = RnrTimer.nanos(AethSyndrome.value(syndrome)) / NS_PER_MS;
            return String.format(Locale.ROOT, "no receive for %d, wait %.2f ms", psn, ms);
        }
        return "%s, expects %d".formatted(AethSyndrome.toString(syndrome), psn);
    }

    private static void addUrdma(UrdmaPacket packet, List<String> words) {
        if (packet.retransmission()) {
            words.add("sent again");
        }
        ByteBuffer b = packet.buffer();
        int at = packet.extendedOffset();
        switch (packet.opcode()) {
            case UrdmaOpcode.REPAIR_REQUESTS, UrdmaOpcode.REPAIR_ANSWERS ->
                    words.add(repair(packet, b, at));
            case UrdmaOpcode.REPORT_REQUESTS, UrdmaOpcode.REPORT_ANSWERS ->
                    words.add(report(packet, b, at));
            case UrdmaOpcode.PATHS -> words.add(PathMeaning.list(packet));
            case UrdmaOpcode.REPORT_PATHS -> words.add(PathMeaning.report(packet));
            case UrdmaOpcode.ACKNOWLEDGE ->
                    words.add(answer(ExtendedAeth.syndrome(b, at), ExtendedAeth.psn(b, at)));
            case UrdmaOpcode.PROBE ->
                    words.add(
                            "%s of %d bytes"
                                    .formatted(
                                            kind(ProbeHeader.kind(b, at)),
                                            ProbeHeader.size(b, at)));
            case UrdmaOpcode.GRANT -> words.add(grant(b, at));
            default -> addPlaced(packet, words);
        }
        if (packet.hasPathWord()) {
            words.add("number %d on path %d".formatted(packet.ppn(), packet.path()));
        }
        if (packet.ackRequested()) {
            words.add("asks for a report");
        }
    }

    private static void addPlaced(UrdmaPacket packet, List<String> words) {
        if (packet.has(Opcode.READ)) {
            words.add("asks for %d bytes".formatted(packet.toEnd()));
        } else if (!packet.has(Opcode.ATOMIC)) {
            words.add("%d bytes to the end".formatted(packet.toEnd()));
        }
        if (packet.hasFecWord() && packet.fecScheme() != 0) {
            int first = Psn.add(packet.psn(), -packet.fecIndex());
            words.add("in the FEC group of %d".formatted(first));
        }
    }

    private static String grant(ByteBuffer b, int at) {
        long bytes = GrantPacket.bytes(b, at);
        return switch (GrantPacket.kind(b, at)) {
            case GrantPacket.DEMAND ->
                    "would like to have sent %d bytes, %d lost"
                            .formatted(bytes, GrantPacket.lost(b, at));
            case GrantPacket.GRANT -> "may have sent %d bytes".formatted(bytes);
            case GrantPacket.RETURN -> "has sent %d bytes, gives the rest back".formatted(bytes);
            default -> "grant of unknown kind";
        };
    }

    private static String kind(int kind) {
        return switch (kind) {
            case ProbeHeader.PATH_MTU -> "path MTU probe";
            case ProbeHeader.PATH_MTU_ANSWER -> "answer to a path MTU probe";
            case ProbeHeader.CHALLENGE -> "address challenge";
            case ProbeHeader.CHALLENGE_ANSWER -> "answer to an address challenge";
            default -> "probe of unknown kind";
        };
    }

    private static String repair(UrdmaPacket packet, ByteBuffer b, int at) {
        int members = RepairHeader.m(b, at);
        int first = packet.psn();
        return "repairs %d to %d, %s%d of %d"
                .formatted(
                        first,
                        Psn.add(first, Math.max(0, members - 1)),
                        packet.solicited() ? "rows and columns, " : "",
                        RepairHeader.index(b, at) + 1,
                        RepairHeader.r(b, at));
    }

    private static String report(UrdmaPacket packet, ByteBuffer b, int at) {
        ReportReader report = new ReportReader();
        int from = at + ExtendedAeth.LENGTH;
        if (!report.wrap(b, from, packet.offset() + packet.length() - from)) {
            return "report that can't be read";
        }
        RangeWords missing = new RangeWords();
        report.forEach(missing);
        return "report %d: has all below %d, highest %d%s"
                .formatted(
                        Integer.toUnsignedLong(report.number()),
                        report.cumulative(),
                        Psn.add(report.highest(), -1),
                        missing);
    }
}
