package org.urdma4j.simulation.traffic;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.PathReportReader;
import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.codec.urdma.PathsPacket;
import org.urdma4j.codec.urdma.ProbeHeader;
import org.urdma4j.codec.urdma.RangeSink;
import org.urdma4j.codec.urdma.RepairHeader;
import org.urdma4j.codec.urdma.ReportReader;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The fields of a packet as our codec reads them, under the names that {@code urdma.lua} gives
 * them. Numbers are decimal, bytes hexadecimal.
 */
final class UrdmaFields {
    /** What a report names as missing, expanded; the dissector shows ranges and bitmaps. */
    static final String MISSING = "urdma.missing";

    private final Map<String, String> fields = new TreeMap<>();
    private final UrdmaPacket packet;
    private final ByteBuffer b;
    private final int extended;

    private UrdmaFields(UrdmaPacket packet) {
        this.packet = packet;
        this.b = packet.buffer();
        this.extended = packet.extendedOffset();
    }

    /** Returns the fields of a packet whose status is OK; the ICRC must follow it in its buffer. */
    static Map<String, String> of(UrdmaPacket packet) {
        UrdmaFields fields = new UrdmaFields(packet);
        fields.addBth();
        switch (packet.opcode()) {
            case UrdmaOpcode.REPAIR_REQUESTS, UrdmaOpcode.REPAIR_ANSWERS -> fields.addRepair();
            case UrdmaOpcode.REPORT_REQUESTS, UrdmaOpcode.REPORT_ANSWERS -> fields.addReport();
            case UrdmaOpcode.PROBE -> fields.addProbe();
            case UrdmaOpcode.PATHS -> fields.addPaths();
            case UrdmaOpcode.REPORT_PATHS -> fields.addPathReport();
            case UrdmaOpcode.ACKNOWLEDGE -> fields.addAcknowledge();
            default -> fields.addPlaced();
        }
        int icrc = packet.offset() + packet.length();
        fields.add("icrc", Integer.toUnsignedLong(Integer.reverseBytes(fields.b.getInt(icrc))));
        return fields.fields;
    }

    private void add(String name, long value) {
        fields.put("urdma." + name, Long.toUnsignedString(value));
    }

    private void add(String name, int unsigned) {
        add(name, Integer.toUnsignedLong(unsigned));
    }

    private void add(String name, boolean flag) {
        add(name, flag ? 1 : 0);
    }

    private void addSigned(String name, int value) {
        fields.put("urdma." + name, Integer.toString(value));
    }

    private void addBytes(String name, int from, int length) {
        if (length > 0) {
            byte[] bytes = new byte[length];
            b.get(from, bytes);
            fields.put("urdma." + name, HexFormat.of().formatHex(bytes));
        }
    }

    private void addBth() {
        int at = packet.offset();
        int flags = packet.bthFlags();
        add("opcode", packet.opcode());
        add("solicited", packet.solicited());
        add("retransmission", packet.retransmission());
        add("pad_count", packet.padCount());
        add("version", Bth.version(b, at));
        add("pkey", packet.pKey());
        add("fecn", (flags & Bth.FECN) != 0);
        add("becn", (flags & Bth.BECN) != 0);
        add("t1_field", UrdmaBth.t1Field(b, at));
        add("destqp", packet.destQp());
        add("ack_request", packet.ackRequested());
        add("tr_field", UrdmaBth.trField(b, at));
        add("psn", packet.psn());
        add("tag", packet.verificationTag());
    }

    private void addPlaced() {
        boolean atomic = packet.has(Opcode.ATOMIC);
        boolean read = packet.has(Opcode.READ);
        if (packet.has(Opcode.RETH) || atomic) {
            add("va", packet.virtualAddress());
            add("rkey", packet.rKey());
        }
        if (atomic) {
            add("swap_add", packet.swapAdd());
            add("compare", packet.compare());
        } else if (read) {
            add("length", packet.toEnd());
        } else {
            add("to_end", packet.toEnd());
        }
        if (packet.has(Opcode.SEND)) {
            add("rmsn", packet.rmsn());
            add("offset", packet.messageOffset());
            add("reserved", b.getInt(extended + 12));
        } else if (packet.has(Opcode.RESPONSE)) {
            add("request", packet.requestNumber());
            add("offset", packet.messageOffset());
            add("reserved", b.getInt(extended + 12));
        } else if (atomic || read) {
            add("request", packet.requestNumber());
        }
        if (packet.has(Opcode.IMMEDIATE)) {
            add("immediate", packet.immediate());
        }
        if (packet.has(Opcode.IETH)) {
            add("invalidate_rkey", packet.invalidateRkey());
        }
        if (packet.opcode() == UrdmaOpcode.ATOMIC_ACKNOWLEDGE) {
            add("original", packet.originalData());
        }
        add("t1", packet.t1());
        addSigned("tr", packet.tr());
        addPathWord();
        addFec();
        int payload = packet.payloadOffset();
        addBytes("payload", payload, packet.payloadLength());
        addBytes("pad", payload + packet.payloadLength(), packet.padCount());
    }

    private void addFec() {
        if (packet.hasFecWord()) {
            add("fec.index", packet.fecIndex());
            add("fec.r", packet.fecR());
            add("fec.scheme", packet.fecScheme());
            boolean paths = packet.hasPathWord();
            int behindWord = UrdmaOpcode.fecWordOffset(packet.opcode(), paths) + 4;
            if (behindWord < UrdmaOpcode.headerLength(packet.opcode(), true, paths)) {
                add("fec.filler", b.getInt(extended - Bth.LENGTH + behindWord));
            }
        }
    }

    private void addPathWord() {
        if (packet.hasPathWord()) {
            add("path", packet.path());
            add("ppn", packet.ppn());
        }
    }

    private void addExtendedAeth() {
        add("syndrome", ExtendedAeth.syndrome(b, extended));
        add("msn", ExtendedAeth.msn(b, extended));
        add("t3", ExtendedAeth.t3(b, extended));
        addSigned("ts", ExtendedAeth.ts(b, extended));
        add("echo.psn", ExtendedAeth.psn(b, extended));
        add("echo.t1", ExtendedAeth.t1Echo(b, extended));
    }

    private void addAcknowledge() {
        addExtendedAeth();
        add("ack.rmsn", ExtendedAeth.rmsn(b, extended));
    }

    private void addReport() {
        addExtendedAeth();
        ReportReader report = new ReportReader();
        int at = extended + ExtendedAeth.LENGTH;
        if (!report.wrap(b, at, packet.offset() + packet.length() - at)) {
            return;
        }
        add("report.number", report.number());
        add("report.cumulative", report.cumulative());
        add("report.highest", report.highest());
        add("report.packets", report.packetsReceived());
        add("report.bytes", report.bytesReceived());
        add("report.missing", report.missing());
        add("report.repaired", report.repaired());
        add("report.marked", report.marked());
        add("report.duplicates", report.duplicates());
        add("report.receive_limit", report.receiveLimit());
        add("report.part", report.part());
        add("report.parts", report.parts());
        add("report.entries", report.entries());
        TreeSet<Integer> missing = new TreeSet<>();
        report.forEach(into(missing));
        addMissing(missing);
    }

    private static RangeSink into(Set<Integer> missing) {
        return (first, count) -> {
            for (int i = 0; i < count; i++) {
                missing.add(Psn.add(first, i));
            }
        };
    }

    private void addMissing(Set<Integer> missing) {
        if (!missing.isEmpty()) {
            fields.put(MISSING, missing.toString());
        }
    }

    private void addRepair() {
        add("repair.index", RepairHeader.index(b, extended));
        add("repair.r", RepairHeader.r(b, extended));
        add("repair.members", RepairHeader.m(b, extended));
        add("repair.scheme", packet.solicited() ? 2 : 1);
        add("t1", packet.t1());
        addPathWord();
        int behindWord = extended + (packet.hasPathWord() ? PathWord.LENGTH : 0);
        add("repair.opcode", RepairHeader.opcodes(b, behindWord));
        add("repair.solicited", RepairHeader.bits(b, behindWord) >> 7);
        add("repair.pad_count", (RepairHeader.bits(b, behindWord) >> 4) & 3);
        add("repair.length", RepairHeader.codedLengths(b, behindWord));
        int coded = behindWord + RepairHeader.LENGTH;
        addBytes("repair.coded", coded, packet.offset() + packet.length() - coded);
    }

    private void addProbe() {
        add("probe.kind", ProbeHeader.kind(b, extended));
        add("probe.reserved", b.getInt(extended) & 0xff_ffff);
        add("probe.nonce", ProbeHeader.nonce(b, extended));
        add("probe.size", ProbeHeader.size(b, extended));
        int fill = extended + ProbeHeader.LENGTH;
        addBytes("probe.fill", fill, packet.offset() + packet.length() - fill);
    }

    /** Adds one more value of a field that comes several times. */
    private void append(String name, Object value) {
        fields.merge("urdma." + name, value.toString(), (before, next) -> before + "," + next);
    }

    private void append(String name, int unsigned) {
        append(name, (Object) Integer.toUnsignedString(unsigned));
    }

    private void addPaths() {
        add("t1", PathsPacket.t1(b, extended));
        addSigned("tr", PathsPacket.tr(b, extended));
        add("paths.count", PathsPacket.count(b, extended));
        add("paths.number", PathsPacket.number(b, extended));
        add("paths.seen", PathsPacket.seen(b, extended));
        add("paths.asks", PathsPacket.asks(b, extended));
        add("paths.reserved", 0);
        for (int i = 0; i < PathsPacket.count(b, extended); i++) {
            long high = PathsPacket.gidHigh(b, extended, i);
            append("paths.gid", "%016x%016x".formatted(high, PathsPacket.gidLow(b, extended, i)));
            append("paths.port", PathsPacket.port(b, extended, i));
            append("paths.rail", PathsPacket.rail(b, extended, i));
            append("paths.flags", PathsPacket.flags(b, extended, i));
            append("paths.backup", PathsPacket.flags(b, extended, i) & PathsPacket.BACKUP);
        }
    }

    private void addPathReport() {
        PathReportReader report = new PathReportReader();
        if (!report.wrap(b, extended, packet.offset() + packet.length() - extended)) {
            return;
        }
        add("t3", report.t3());
        TreeSet<Integer> missing = new TreeSet<>();
        while (report.next()) {
            append("path_report.path", report.path());
            append("path_report.reserved", 0);
            append("path_report.cumulative", report.cumulative());
            append("path_report.highest", report.highest());
            append("path_report.t1", report.newestT1());
            append("path_report.ts", (Object) Integer.toString(report.ts()));
            append("path_report.packets", report.received());
            append("path_report.bytes", (Object) Long.toUnsignedString(report.bytes()));
            append("path_report.missing", report.missing());
            append("path_report.marked", report.marked());
            report.forEach(into(missing));
        }
        addMissing(missing);
    }
}
