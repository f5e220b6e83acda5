package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.AtomicAckEth;
import org.urdma4j.codec.ib.AtomicEth;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Ieth;
import org.urdma4j.codec.ib.ImmDt;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Reth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The packets of docs/wire-urdma.md and docs/wire-examples.md are what the code does. */
class UrdmaWireFormatDocTest {
    private static final int TAG = 0x5ca788bc;
    private static final int T1 = 0x1234_5678;
    private static final int TR = -100_000;
    private static final int TS = 200_000;
    private static final int T3 = 0x9abc_def0;
    private static final long ADDRESS = 0x55d4_c072_6000L;
    private static final int R_KEY = 0x47b3;
    private static final int REQUESTER = 0x10a;
    private static final int RESPONDER = 0x20b;

    private final Map<String, ByteBuffer> examples = UrdmaExamples.all();
    private final ByteBuffer b = ByteBuffer.allocate(256);
    private final UrdmaPacket packet = new UrdmaPacket();
    private int length;

    private void begin(int opcode, int flags, int payload, int qp, int psn, boolean fec) {
        begin(opcode, flags, payload, qp, psn, fec, false);
    }

    private void begin(
            int opcode, int flags, int payload, int qp, int psn, boolean fec, boolean paths) {
        UrdmaBth.write(b, 0, opcode, flags, Bth.padFor(payload), 0xffff, qp, psn);
        length = UrdmaOpcode.headerLength(opcode, fec, paths);
        if (UrdmaOpcode.isPlaced(opcode)) {
            b.putInt(UrdmaOpcode.timestampOffset(opcode), T1);
            b.putInt(UrdmaOpcode.timestampOffset(opcode) + 4, TR);
        }
    }

    private void payload(byte... bytes) {
        b.put(length, bytes);
        length += bytes.length + Bth.padFor(bytes.length);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Compares what was built with the page, and leaves the view over it as it is before its tag.
     */
    private UrdmaPacket shouldBe(String heading, boolean fec) {
        return shouldBe(heading, fec, false);
    }

    private UrdmaPacket shouldBe(String heading, boolean fec, boolean paths) {
        ByteBuffer plain = plain(heading);
        assertThat(hex(b, length)).isEqualTo(hex(plain, plain.limit()));
        ByteBuffer example = example(heading);
        PacketStatus status = packet.wrapTagged(example, 0, example.limit(), fec, paths);
        assertThat(status).isEqualTo(PacketStatus.OK);
        assertThat(packet.verificationTag()).isEqualTo(TAG);
        assertThat(packet.wrap(plain, 0, plain.limit(), fec, paths)).isEqualTo(PacketStatus.OK);
        return packet;
    }

    private static String hex(ByteBuffer b, int length) {
        byte[] bytes = new byte[length];
        b.get(0, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns a packet as it is before it is tagged. */
    private ByteBuffer plain(String heading) {
        ByteBuffer example = example(heading);
        ByteBuffer copy = ByteBuffer.allocate(example.limit()).put(0, example, 0, example.limit());
        assertThat(VerificationTag.remove(copy, 0, VerificationTag.of(copy, 0))).isTrue();
        return copy.position(VerificationTag.LENGTH).slice();
    }

    private ByteBuffer example(String heading) {
        assertThat(examples).containsKey(heading);
        return examples.get(heading);
    }

    @Test
    void shouldListEveryOpcode() {
        List<String> rows =
                UrdmaExamples.page("wire-urdma.md")
                        .lines()
                        .filter(line -> line.matches("\\| [C-D]\\p{XDigit} \\|.*"))
                        .toList();
        List<String> known = new ArrayList<>();
        IntStream.range(0, 256)
                .filter(UrdmaOpcode::isUrdma)
                .forEach(opcode ->
                        known.add(
                                "| %02X | %s | %d | %d | %d |"
                                        .formatted(
                                                opcode,
                                                UrdmaOpcode.name(opcode).substring(6),
                                                UrdmaOpcode.extendedLength(opcode),
                                                UrdmaOpcode.headerLength(opcode, false),
                                                UrdmaOpcode.headerLength(opcode, true))));
        assertThat(rows).isEqualTo(known);
    }

    @Test
    void writeMiddle() {
        begin(UrdmaOpcode.WRITE_MIDDLE, 0, 8, REQUESTER, 0xa788bc, false);
        Reth.write(b, 12, ADDRESS + 4096, R_KEY, 12_296);
        payload(text("urdma4j!"));
        shouldBe("WRITE_MIDDLE, no FEC", false);
        assertThat(packet.virtualAddress()).isEqualTo(ADDRESS + 4096);
        assertThat(packet.rKey()).isEqualTo(R_KEY);
        assertThat(packet.toEnd()).isEqualTo(12_296);
        assertThat(packet.t1()).isEqualTo(T1);
        assertThat(Timestamp.nanos(packet.tr())).isEqualTo(-12_800_000);
        assertThat(packet.payloadLength()).isEqualTo(8);
    }

    @Test
    void writeOnlyWithFec() {
        begin(UrdmaOpcode.WRITE_ONLY, 0, 5, REQUESTER, 0xa788bc, true);
        Reth.write(b, 12, ADDRESS, R_KEY, 5);
        FecWord.write(b, UrdmaOpcode.fecWordOffset(0xca), 0, 1, FecWord.INTERLEAVED);
        payload(text("hello"));
        shouldBe("WRITE_ONLY in a FEC group", true);
        assertThat(packet.fecScheme()).isEqualTo(FecWord.INTERLEAVED);
        assertThat(packet.fecR()).isEqualTo(1);
        assertThat(packet.payloadLength()).isEqualTo(5);
        assertThat(packet.codedLength()).isEqualTo(24);
    }

    @Test
    void sendOnlyWithImmediate() {
        int opcode = UrdmaOpcode.SEND_ONLY_WITH_IMMEDIATE;
        begin(opcode, Bth.SOLICITED | Bth.ACK_REQ, 8, REQUESTER, 0xa788bd, true);
        SendPlacement.write(b, 12, 7, 0, 8);
        ImmDt.write(b, UrdmaOpcode.immediateOffset(opcode), 0xcafe_f00d);
        b.putInt(UrdmaOpcode.timestampOffset(opcode), T1 + 1);
        FecWord.write(b, UrdmaOpcode.fecWordOffset(opcode), 1, 1, FecWord.INTERLEAVED);
        payload(text("urdma4j!"));
        shouldBe("SEND_ONLY_WITH_IMMEDIATE in the same group", true);
        assertThat(packet.solicited()).isTrue();
        assertThat(packet.rmsn()).isEqualTo(7);
        assertThat(packet.immediate()).isEqualTo(0xcafe_f00d);
        assertThat(packet.fecIndex()).isEqualTo(1);
        assertThat(packet.codedLength()).isEqualTo(28);
    }

    /** The XOR is made here from the two packets on the page, byte for byte. */
    @Test
    void repair() {
        byte[] coded = new byte[28];
        int opcodes = 0;
        int bits = 0;
        int lengths = 0;
        for (String heading :
                List.of(
                        "WRITE_ONLY in a FEC group",
                        "SEND_ONLY_WITH_IMMEDIATE in the same group")) {
            ByteBuffer member = plain(heading);
            assertThat(packet.wrap(member, 0, member.limit(), true)).isEqualTo(PacketStatus.OK);
            int extended = UrdmaOpcode.extendedLength(packet.opcode());
            for (int i = 0; i < packet.codedLength(); i++) {
                int from = i < extended ? 12 + i : packet.payloadOffset() + i - extended;
                coded[i] = (byte) (coded[i] ^ member.get(from));
            }
            opcodes ^= packet.opcode();
            bits ^= member.get(1) & RepairHeader.CODED_BITS;
            lengths ^= packet.codedLength();
        }
        begin(UrdmaOpcode.REPAIR_REQUESTS, 0, 0, REQUESTER, 0xa788bc, true);
        RepairHeader.write(b, 12, 0, 1, 2, T1 + 2, opcodes, bits, lengths);
        payload(coded);
        shouldBe("REPAIR_REQUESTS of this group", true);
        assertThat(packet.t1()).isEqualTo(T1 + 2);
        assertThat(RepairHeader.m(packet.buffer(), packet.extendedOffset())).isEqualTo(2);
        assertThat(packet.payloadLength()).isEqualTo(28);
    }

    @Test
    void writeOnlyOnAPath() {
        begin(UrdmaOpcode.WRITE_ONLY, 0, 5, REQUESTER, 0xa788bc, true, true);
        Reth.write(b, 12, ADDRESS, R_KEY, 5);
        PathWord.write(b, UrdmaOpcode.pathWordOffset(0xca), 2, 0x457);
        FecWord.write(b, UrdmaOpcode.fecWordOffset(0xca, true), 0, 1, FecWord.INTERLEAVED);
        payload(text("hello"));
        shouldBe("WRITE_ONLY on a path", true, true);
        assertThat(packet.path()).isEqualTo(2);
        assertThat(packet.ppn()).isEqualTo(0x457);
        assertThat(packet.fecR()).isEqualTo(1);
        assertThat(packet.payloadLength()).isEqualTo(5);
        assertThat(packet.codedLength()).as("without the word").isEqualTo(24);
    }

    /** A copy of its only member, but for the words that say when and where it went. */
    @Test
    void repairOnAPath() {
        ByteBuffer member = plain("WRITE_ONLY on a path");
        int opcode = UrdmaOpcode.REPAIR_REQUESTS;
        begin(opcode, 0, 0, REQUESTER, 0xa788bc, true, true);
        RepairHeader.write(b, 12, 0, 1, 1, T1 + 2, 0xca, 0x30, 24);
        b.putInt(24, b.getInt(20));
        PathWord.write(b, UrdmaOpcode.pathWordOffset(opcode), 1, 0x1_ff_fffe);
        byte[] coded = new byte[24];
        member.get(12, coded, 0, 16).get(member.limit() - 8, coded, 16, 8);
        payload(coded);
        shouldBe("REPAIR_REQUESTS of this packet alone, on another path", true, true);
        assertThat(packet.path()).isEqualTo(1);
        assertThat(packet.ppn()).isEqualTo(0xff_fffe);
        assertThat(packet.t1()).isEqualTo(T1 + 2);
        assertThat(packet.payloadLength()).isEqualTo(24);
    }

    @Test
    void sendWithInvalidate() {
        int opcode = UrdmaOpcode.SEND_LAST_WITH_INVALIDATE;
        begin(opcode, Bth.MIG_REQ | Bth.ACK_REQ, 4, REQUESTER, 0xffffff, false);
        SendPlacement.write(b, 12, 8, 4096, 4);
        Ieth.write(b, UrdmaOpcode.immediateOffset(opcode), 0x4711);
        payload((byte) 1, (byte) 2, (byte) 3, (byte) 4);
        shouldBe("SEND_LAST_WITH_INVALIDATE, retransmission", false);
        assertThat(packet.retransmission()).isTrue();
        assertThat(packet.messageOffset()).isEqualTo(4096);
        assertThat(packet.invalidateRkey()).isEqualTo(0x4711);
    }

    @Test
    void readRequest() {
        begin(UrdmaOpcode.READ_REQUEST, Bth.ACK_REQ, 0, REQUESTER, 0xa788be, false);
        Reth.write(b, 12, ADDRESS, R_KEY, 1 << 20);
        b.putInt(UrdmaOpcode.requestNumberOffset(UrdmaOpcode.READ_REQUEST), 3);
        shouldBe("READ_REQUEST", true);
        assertThat(packet.requestNumber()).isEqualTo(3);
        assertThat(packet.toEnd()).isEqualTo(1 << 20);
    }

    @Test
    void readResponse() {
        begin(UrdmaOpcode.READ_RESPONSE_LAST, 0, 2, RESPONDER, 0x123, false);
        ResponsePlacement.write(b, 12, 3, (1 << 20) - 2, 2);
        payload((byte) 0xab, (byte) 0xcd);
        shouldBe("READ_RESPONSE_LAST", false);
        assertThat(packet.requestNumber()).isEqualTo(3);
        assertThat(packet.messageOffset() + packet.toEnd()).isEqualTo(1 << 20);
    }

    @Test
    void compareSwap() {
        int opcode = UrdmaOpcode.COMPARE_SWAP;
        begin(opcode, 0, 0, REQUESTER, 0xa788bf, true);
        AtomicEth.write(b, 12, ADDRESS, R_KEY, 0x1111_1111_2222_2222L, 0x3333_3333_4444_4444L);
        b.putInt(UrdmaOpcode.requestNumberOffset(opcode), 4);
        shouldBe("COMPARE_SWAP", false);
        assertThat(packet.swapAdd()).isEqualTo(0x1111_1111_2222_2222L);
        assertThat(packet.requestNumber()).isEqualTo(4);
    }

    @Test
    void atomicAcknowledge() {
        int opcode = UrdmaOpcode.ATOMIC_ACKNOWLEDGE;
        begin(opcode, 0, 0, RESPONDER, 0x124, false);
        ResponsePlacement.write(b, 12, 4, 0, 8);
        AtomicAckEth.write(b, UrdmaOpcode.atomicAckEthOffset(opcode), 0x3333_3333_4444_4444L);
        shouldBe("ATOMIC_ACKNOWLEDGE", false);
        assertThat(packet.requestNumber()).isEqualTo(4);
        assertThat(packet.originalData()).isEqualTo(0x3333_3333_4444_4444L);
    }

    @Test
    void acknowledge() {
        begin(UrdmaOpcode.ACKNOWLEDGE, 0, 0, RESPONDER, 0xa788bc, false);
        int error = AethSyndrome.NAK_REMOTE_ACCESS_ERROR;
        ExtendedAeth.write(b, 12, error, 9, T3, TS, 0xa788bf, T1);
        ExtendedAeth.writeRmsn(b, 12, 0);
        shouldBe("ACKNOWLEDGE, remote access error", false);
        assertThat(Timestamp.nanos(ExtendedAeth.ts(packet.buffer(), 12) + TR))
                .as("the round trip")
                .isEqualTo(12_800_000);

        ExtendedAeth.write(b, 12, AethSyndrome.rnrNak(14), 9, T3, TS, 0xa788bd, T1 + 1);
        ExtendedAeth.writeRmsn(b, 12, 7);
        shouldBe("ACKNOWLEDGE, receiver not ready", false);
        assertThat(packet.rmsn()).isEqualTo(7);
    }

    @Test
    void report() {
        begin(UrdmaOpcode.REPORT_REQUESTS, 0, 0, RESPONDER, 5, false);
        ExtendedAeth.write(b, 12, AethSyndrome.ACK_UNLIMITED, 9, T3, TS, 0x100, T1);
        ReportCounters counters = new ReportCounters();
        counters.packetsReceived = 65_536;
        counters.bytesReceived = 65_536 * 4144L;
        counters.missing = 66;
        counters.repaired = 64;
        counters.duplicates = 1;
        counters.receiveLimit = 16;
        ReportWriter writer = new ReportWriter();
        writer.begin(b, 32, 200, 5, 0xff_fff0L, 0x100_0101L, counters, 0);
        writer.range(0xff_fff0L, 2);
        writer.range(0x100_0001L, 1);
        writer.range(0x100_000fL, 1);
        writer.range(0x100_0040L, 32);
        length = 32 + writer.end();
        shouldBe("REPORT_REQUESTS", true);
        ReportReader reader = new ReportReader();
        assertThat(reader.wrap(packet.buffer(), 32, packet.length() - 32)).isTrue();
        List<String> missing = new ArrayList<>();
        reader.forEach((first, count) -> missing.add("%06x+%d".formatted(first, count)));
        assertThat(missing).containsExactly("fffff0+2", "000001+1", "00000f+1", "000040+32");
        assertThat(reader.highest()).isEqualTo(0x101);
    }

    @Test
    void probe() {
        begin(UrdmaOpcode.PROBE, 0, 0, REQUESTER, 0, false);
        ProbeHeader.write(b, 12, ProbeHeader.PATH_MTU, 0x0123_4567_89ab_cdefL, 40);
        payload(new byte[8]);
        shouldBe("PROBE", false);
        assertThat(ProbeHeader.size(packet.buffer(), 12)).isEqualTo(packet.length() + 4);
    }

    @Test
    void question() {
        begin(UrdmaOpcode.PROBE, Bth.ACK_REQ, 0, REQUESTER, 0xff_fffe, false);
        ProbeHeader.write(b, 12, ProbeHeader.PATH_MTU, ProbeHeader.times(T1, TR), 32);
        shouldBe("PROBE, a question", false);
        assertThat(ProbeHeader.t1(packet.buffer(), 12)).isEqualTo(T1);
        assertThat(ProbeHeader.tr(packet.buffer(), 12)).isEqualTo(TR);
    }

    @Test
    void paths() {
        begin(UrdmaOpcode.PATHS, 0, 0, REQUESTER, 0, false);
        PathsPacket.write(b, 12, T1, TR, 2, 3, 1, true);
        PathsPacket.writeEntry(b, 12, 0, 0, 0xffff_0a00_0101L, 4791, 0, 0);
        PathsPacket.writeEntry(b, 12, 1, 0xfd00L << 48, 2, 4792, 1, PathsPacket.BACKUP);
        length = 12 + PathsPacket.length(2);
        shouldBe("PATHS", true);
        assertThat(PathsPacket.valid(packet.buffer(), 12, packet.length() - 12)).isTrue();
    }

    @Test
    void reportOnPaths() {
        begin(UrdmaOpcode.REPORT_PATHS, 0, 0, RESPONDER, 0, false);
        PathReportWriter writer = new PathReportWriter();
        writer.begin(b, 12, 200, T3);
        writer.path(0, 0xffff_fff0L, 0x1_0000_0101L, T1, TS, 65_536, 65_536 * 4144L, 66, 7);
        writer.range(0xffff_fff0L, 2);
        writer.range(0x1_0000_0001L, 1);
        writer.range(0x1_0000_000fL, 1);
        writer.range(0x1_0000_0040L, 32);
        writer.path(1, 5, 5, T1 - 8, TS + 16, 5, 5 * 4144L, 0, 0);
        length = 12 + writer.end();
        shouldBe("REPORT_PATHS", true);
        PathReportReader reader = new PathReportReader();
        assertThat(reader.wrap(packet.buffer(), 12, packet.length() - 12)).isTrue();
        List<String> missing = new ArrayList<>();
        while (reader.next()) {
            reader.forEach((first, count) ->
                    missing.add("%d: %06x+%d".formatted(reader.path(), first, count)));
        }
        assertThat(missing)
                .containsExactly("0: fffff0+2", "0: 000001+1", "0: 00000f+1", "0: 000040+32");
    }

    @Test
    void grant() {
        begin(UrdmaOpcode.GRANT, 0, 0, REQUESTER, 0, false);
        GrantPacket.write(b, 12, T1, TR, GrantPacket.DEMAND, 0x0123_4567_89ab_cdefL, 4144);
        length = 12 + GrantPacket.LENGTH;
        shouldBe("GRANT", false);
        assertThat(packet.t1()).isEqualTo(GrantPacket.t1(b, 12)).isEqualTo(T1);
        assertThat(packet.payloadLength()).isZero();
    }

    @Test
    void offer() {
        OfferRecord offer =
                new OfferRecord(
                        OfferRecord.FEC_XOR | OfferRecord.FEC_TWO_DIMENSIONAL,
                        256,
                        1_000,
                        64,
                        1432,
                        TAG,
                        4096,
                        95_000_000_000L);
        offer.encode(b);
        ByteBuffer example = example("The offer");
        assertThat(hex(b, OfferRecord.LENGTH)).isEqualTo(hex(example, example.limit()));
        assertThat(OfferRecord.decode(example)).isEqualTo(offer);
    }

    @Test
    void shouldHaveNoExampleThatNobodyChecks() {
        assertThat(examples).hasSize(20);
    }
}
