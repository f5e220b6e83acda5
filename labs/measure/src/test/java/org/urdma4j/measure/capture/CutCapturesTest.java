package org.urdma4j.measure.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.pcap.CaptureReader;
import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.measure.replay.RecordedTransfer;
import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.simulation.pcap.FrameBuilder;
import org.urdma4j.simulation.pcap.FrameHeaders;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** What is told of a capture whose frames are cut short is what the whole one tells, or nothing. */
class CutCapturesTest {
    private static final int LEAST = 14;
    private static final int HEADERS = 180;
    private static final int ROCE_V2 = 42;
    private static final int QP_OF_A = 0x100;
    private static final int QP_OF_B = 0x200;
    private static final Set<String> NAMES =
            Set.of("source", "destination", "qp", "encapsulation", "profile", "series");

    @TempDir private Path folder;

    private CaptureTotals totals;

    interface Script {
        void write(Path file) throws IOException;
    }

    static Stream<Arguments> captures() {
        return Stream.of(
                arguments("RC", transfer(Encapsulation.ROCE_V2_IPV4, false, false)),
                arguments("RC over RoCEv1", transfer(Encapsulation.ROCE_V1, false, false)),
                arguments("URDMA", transfer(Encapsulation.ROCE_V2_IPV6, true, false)),
                arguments("URDMA with FEC", transfer(Encapsulation.ROCE_V2_IPV4, true, true)),
                arguments("everything", (Script) CutCapturesTest::everything),
                arguments("super-packets", (Script) CutCapturesTest::superPackets),
                arguments("several paths", (Script) PathFlowsTest::lossOnTwoPaths),
                arguments("Soft-RoCE's RC", captured("golden-rc-v4.pcap")),
                arguments("Soft-RoCE's UC", captured("golden-uc-v4.pcap")),
                arguments("Soft-RoCE's UD", captured("golden-ud-v4.pcap")),
                arguments("Soft-RoCE's NAKs", captured("golden-nak-rnr.pcap")),
                arguments("Soft-RoCE's pingpong", captured("boot-rc_pingpong.pcap")));
    }

    /** A capture of Soft-RoCE, which the codec's tests keep. */
    private static Script captured(String name) {
        Path kept = Path.of("../../codec/src/test/resources/captures", name);
        return file -> Files.copy(kept, file);
    }

    private static Script transfer(Encapsulation encapsulation, boolean urdma, boolean fec) {
        return file -> RecordedTransfer.bothWays(file, encapsulation, urdma, fec);
    }

    /** READs, numbers that are missing, negative answers, tags, PFC, and what isn't RoCE. */
    private static void everything(Path file) throws IOException {
        int ack = AethSyndrome.ACK_UNLIMITED;
        ByteBuffer pfc = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        Pfc.write(pfc, MacControl.startFrame(pfc, 0, 7), 0b1001);
        try (CaptureBuilder capture = new CaptureBuilder(file, Encapsulation.ROCE_V2_IPV4)) {
            for (int i = 0; i < 30; i++) {
                long ns = i * 1_000_000L;
                if (i != 7 && i != 19 && i != 20) {
                    capture.there(ns, Opcode.RC_SEND_ONLY, QP_OF_B, i, Bth.ACK_REQ, 100);
                    capture.ack(ns + 500_000, QP_OF_A, i, ack);
                }
                capture.there(ns, Opcode.UC_RDMA_WRITE_ONLY, 5, 3 * i, 0, 64);
                capture.there(ns, Opcode.RC_SEND_ONLY, 6, i == 20 ? 10 : i, 0, 8);
            }
            capture.read(31_000_000, QP_OF_B, 30, 8192);
            capture.there(31_000_000, Opcode.RC_SEND_ONLY, QP_OF_B, 32, Bth.ACK_REQ, 100);
            capture.there(31_000_000, Opcode.RC_SEND_ONLY, QP_OF_B, 19, Bth.ACK_REQ, 100);
            capture.back(32_000_000, Opcode.RC_RDMA_READ_RESPONSE_FIRST, QP_OF_A, 30, 4096);
            capture.back(32_000_000, Opcode.RC_RDMA_READ_RESPONSE_LAST, QP_OF_A, 31, 4096);
            capture.ack(33_000_000, QP_OF_A, 32, AethSyndrome.NAK_PSN_SEQUENCE_ERROR);
            capture.ack(33_000_000, QP_OF_A, 32, AethSyndrome.rnrNak(3));
            capture.back(33_000_000, Opcode.CNP, QP_OF_A, 0, 0);
            capture.frame(33_000_000, pfc);
            capture.frame(33_000_000, tagged(send(Encapsulation.ROCE_V2_IPV4, 7, 0)));
            capture.frame(33_000_000, tagged(tagged(send(Encapsulation.ROCE_V2_IPV6, 8, 0))));
            capture.frame(33_000_000, send(Encapsulation.ROCE_V1, 9, 0));
            capture.frame(33_000_000, other((byte) 6));
            capture.frame(33_000_000, other((byte) 17));
            capture.frame(33_000_000, ByteBuffer.allocate(60).putShort(12, (short) 0x0806));
        }
    }

    /** As a sender's kernel has them: one header, and packet after packet. */
    private static void superPackets(Path file) throws IOException {
        try (CaptureBuilder capture = new CaptureBuilder(file, Encapsulation.ROCE_V2_IPV4)) {
            for (int i = 0; i < 20; i++) {
                ByteBuffer first = send(Encapsulation.ROCE_V2_IPV4, 7, 3 * i);
                ByteBuffer all = ByteBuffer.allocate(3 * first.limit());
                all.put(first.duplicate().clear());
                for (int more = 1; more <= 2; more++) {
                    all.put(send(Encapsulation.ROCE_V2_IPV4, 7, 3 * i + more).position(ROCE_V2));
                }
                int ip = all.position() - Ethernet.LENGTH;
                all.putShort(Ethernet.LENGTH + 2, (short) ip);
                Udp.setLength(all, ROCE_V2 - Udp.LENGTH, ip - 20);
                Udp.setChecksum(all, ROCE_V2 - Udp.LENGTH, 0xbeef);
                capture.frame(i * 1_000_000L, all.flip());
            }
        }
    }

    private static ByteBuffer send(Encapsulation encapsulation, int qp, int psn) {
        ByteBuffer b = ByteBuffer.allocate(Opcode.headerLength(Opcode.UC_SEND_ONLY) + 200);
        Bth.write(b, 0, Opcode.UC_SEND_ONLY, 0, 0, Bth.DEFAULT_P_KEY, qp, psn);
        TransportPacket packet = new TransportPacket();
        packet.wrap(b, 0, b.limit());
        FrameHeaders headers =
                FrameHeaders.of(encapsulation, Endpoint.host(3), Endpoint.host(4 + qp));
        ByteBuffer built = new FrameBuilder(headers).build(packet, 0);
        return ByteBuffer.allocate(built.remaining()).put(built).flip();
    }

    private static ByteBuffer tagged(ByteBuffer frame) {
        return ByteBuffer.allocate(frame.limit() + 4)
                .put(frame.slice(0, 12))
                .putInt(0x9100_0005)
                .put(frame.slice(12, frame.limit() - 12))
                .flip();
    }

    private static ByteBuffer other(byte protocol) {
        ByteBuffer b = ByteBuffer.allocate(100).putShort(12, (short) 0x0800);
        return b.put(14, (byte) 0x45).putShort(16, (short) 86).put(23, protocol);
    }

    private List<FlowSummary> flows(Path file) {
        FlowTable table = new FlowTable();
        totals = CaptureScan.of(file, table);
        assertThat(totals.problem()).isEmpty();
        CaptureScan.of(file, new Words());
        return table.summaries();
    }

    /** Nothing of a cut packet makes its description fail. */
    private static final class Words implements CaptureListener {
        @Override
        public void onPacket(CapturedPacket packet) {
            assertThat(Meaning.of(packet)).isNotNull();
        }

        @Override
        public void onPause(PauseFrame frame) {
            assertThat(frame.quanta()).isNotEmpty();
        }
    }

    private Path cut(Path file, IntUnaryOperator lengths) throws IOException {
        Path cut = folder.resolve("cut.pcap");
        try (CaptureReader reader = CaptureReader.open(file);
                PcapWriter writer = PcapWriter.create(cut, LinkType.ETHERNET)) {
            int i = 0;
            for (CaptureRecord r = reader.next(); r != null; r = reader.next()) {
                int length = Math.min(r.capturedLength(), lengths.applyAsInt(i++));
                writer.write(r.timestampNs(), r.bytes().limit(length), r.originalLength());
            }
        }
        return cut;
    }

    private static Map<String, FlowSummary> byName(List<FlowSummary> flows) {
        Map<String, FlowSummary> byName = new HashMap<>();
        flows.forEach(flow -> byName.put(flow.name(), flow));
        return byName;
    }

    /** Compares with the whole capture; returns how many figures are known. */
    private int known(List<FlowSummary> cut, Map<String, FlowSummary> whole, String at)
            throws ReflectiveOperationException {
        int known = 0;
        List<String> wrong = new ArrayList<>();
        for (FlowSummary flow : cut) {
            FlowSummary expected = whole.get(flow.name());
            assertThat(expected).as("%s: %s", at, flow.name()).isNotNull();
            for (RecordComponent component : FlowSummary.class.getRecordComponents()) {
                Object told = component.getAccessor().invoke(flow);
                Object right = component.getAccessor().invoke(expected);
                if (NAMES.contains(component.getName()) || told == null) {
                    continue;
                }
                known++;
                if (!told.equals(right)) {
                    wrong.add(
                            "%s %s: %s instead of %s"
                                    .formatted(flow.name(), component.getName(), told, right));
                }
            }
            if (flow.packets() != null) {
                assertThat(flow.profile()).as(at).isEqualTo(expected.profile());
            }
            if (!flow.series().isEmpty() && !flow.series().equals(expected.series())) {
                wrong.add(flow.name() + " series");
            }
        }
        assertThat(wrong).as(at).isEmpty();
        if (cut.size() < whole.size()) {
            assertThat(totals.cut()).as("%s: frames of flows that aren't there", at).isPositive();
        }
        return known;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("captures")
    void shouldTellWhatIsRightOrNothing(String name, Script script) throws Exception {
        Path file = folder.resolve("whole.pcap");
        script.write(file);
        List<FlowSummary> flows = flows(file);
        Map<String, FlowSummary> whole = byName(flows);
        long packets = totals.packets();
        long others = totals.others();
        for (int length = LEAST; length <= HEADERS; length++) {
            int snapLength = length;
            List<FlowSummary> cut = flows(cut(file, i -> snapLength));
            known(cut, whole, name + " at " + length);
            assertThat(totals.others()).as("at %d", length).isLessThanOrEqualTo(others);
            if (totals.cut() == 0 && totals.undivided() == 0) {
                assertThat(totals.packets()).as("at %d", length).isEqualTo(packets);
            }
        }
        SplittableRandom random = new SplittableRandom(7);
        for (int run = 0; run < 40; run++) {
            int often = 1 + random.nextInt(200);
            List<FlowSummary> cut =
                    flows(
                            cut(
                                    file,
                                    i ->
                                            random.nextInt(often) == 0
                                                    ? LEAST + random.nextInt(HEADERS)
                                                    : Integer.MAX_VALUE));
            known(cut, whole, name + ", run " + run);
        }
    }

    /** Messages of the connection manager that are cut short tell as much as none. */
    @Test
    void shouldTellAsIfItHadBegunBehindCutMessages() throws Exception {
        Path file = folder.resolve("whole.pcap");
        captured("boot-rping-cm.pcap").write(file);
        Path later = folder.resolve("later.pcap");
        try (CaptureReader reader = CaptureReader.open(file);
                PcapWriter writer = PcapWriter.create(later, LinkType.ETHERNET)) {
            for (CaptureRecord r = reader.next(); r != null; r = reader.next()) {
                boolean message = r.capturedLength() > ROCE_V2 + Mad.LENGTH;
                if (!message || Bth.destQp(r.bytes(), ROCE_V2) != GsiPacket.QPN) {
                    writer.write(r.timestampNs(), r.bytes());
                }
            }
        }
        Map<String, FlowSummary> whole = byName(flows(later));
        for (int length = ROCE_V2 + 16; length < ROCE_V2 + Mad.LENGTH; length += 7) {
            int snapLength = length;
            List<FlowSummary> cut =
                    flows(cut(file, i -> snapLength)).stream()
                            .filter(flow -> flow.qp() != GsiPacket.QPN)
                            .toList();

            assertThat(cut).extracting(FlowSummary::peerQp).doesNotContainNull();
            for (FlowSummary flow : cut) {
                FlowSummary expected = whole.get(flow.name());
                assertThat(flow.rttMs()).isEqualTo(expected.rttMs());
                assertThat(flow.packets()).isEqualTo(expected.packets());
                assertThat(flow.peerQp()).isEqualTo(expected.peerQp());
            }
        }
    }

    /** What stands in the BTH is enough for most of what there is to tell of RC. */
    @Test
    void shouldTellOfRcWhatTheBthSays() throws Exception {
        Path file = folder.resolve("whole.pcap");
        transfer(Encapsulation.ROCE_V2_IPV4, false, false).write(file);
        FlowSummary whole = flows(file).getFirst();

        FlowSummary cut = flows(cut(file, i -> ROCE_V2 + Bth.LENGTH)).getFirst();

        assertThat(cut.payloadBytes()).isEqualTo(whole.payloadBytes()).isPositive();
        assertThat(cut.loss()).isEqualTo(whole.loss());
        assertThat(cut.goodputBps()).isEqualTo(whole.goodputBps());
        assertThat(cut.again()).isEqualTo(whole.again());
        assertThat(cut.rttMs()).as("acknowledgements tell by what is cut off").isNull();
        assertThat(totals.cut()).isZero();
        assertThat(totals.unchecked()).isEqualTo(totals.packets());
    }

    @Test
    void shouldTellNothingOfSuperPackets() throws Exception {
        Path file = folder.resolve("whole.pcap");
        superPackets(file);
        assertThat(flows(file).getFirst().packets()).isEqualTo(60);

        FlowSummary cut = flows(cut(file, i -> HEADERS)).getFirst();

        assertThat(cut.packets()).isNull();
        assertThat(cut.loss()).isNull();
        assertThat(totals.undivided()).isEqualTo(20);
    }

    @Test
    void shouldSayOfFramesCutInTheirAddressesThatTheyMayBeAnything() throws Exception {
        Path file = folder.resolve("whole.pcap");
        everything(file);

        List<FlowSummary> cut = flows(cut(file, i -> i == 50 ? 20 : Integer.MAX_VALUE));

        assertThat(cut).isNotEmpty().allMatch(flow -> flow.packets() == null);
        assertThat(totals.cut()).isEqualTo(1);
    }
}
