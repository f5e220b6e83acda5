package org.urdma4j.measure.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.urdma.ExtendedAeth;
import org.urdma4j.codec.urdma.PathReportWriter;
import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.codec.urdma.ReportCounters;
import org.urdma4j.codec.urdma.ReportWriter;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.simulation.pcap.FrameBuilder;
import org.urdma4j.simulation.pcap.FrameHeaders;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** Loss by the numbers on paths: sequence numbers of one way of several always have gaps. */
class PathFlowsTest {
    private static final int QP_OF_A = 0x100;
    private static final int QP_OF_B = 0x200;
    private static final int PAYLOAD = 8;

    @TempDir private Path folder;

    private CaptureBuilder capture;
    private long nowNs;

    private interface Script {
        void write() throws IOException;
    }

    private List<FlowSummary> flows(Script script) throws IOException {
        Path file = folder.resolve("paths.pcap");
        try (CaptureBuilder builder = new CaptureBuilder(file, Encapsulation.ROCE_V2_IPV4)) {
            capture = builder;
            script.write();
        }
        FlowTable table = new FlowTable();
        assertThat(CaptureScan.of(file, table).problem()).isEmpty();
        return table.summaries();
    }

    private void frame(Endpoint from, Endpoint to, ByteBuffer plain) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(VerificationTag.LENGTH + plain.limit());
        b.put(VerificationTag.LENGTH, plain, 0, plain.limit());
        VerificationTag.insert(b, VerificationTag.LENGTH, 7);
        TransportPacket packet = new TransportPacket();
        packet.wrap(b, 0, b.limit());
        FrameHeaders headers = FrameHeaders.of(Encapsulation.ROCE_V2_IPV4, from, to);
        nowNs += 1_000_000;
        capture.frame(nowNs, new FrameBuilder(headers).build(packet, 0));
    }

    private void write(int psn, int path, int ppn) throws IOException {
        int opcode = UrdmaOpcode.WRITE_ONLY;
        ByteBuffer b = ByteBuffer.allocate(UrdmaOpcode.headerLength(opcode, false, true) + PAYLOAD);
        UrdmaBth.write(b, 0, opcode, 0, 0, 0xffff, QP_OF_B, psn);
        b.putInt(24, PAYLOAD);
        b.putInt(UrdmaOpcode.timestampOffset(opcode), psn);
        PathWord.write(b, UrdmaOpcode.pathWordOffset(opcode), path, ppn);
        frame(CaptureBuilder.A, CaptureBuilder.B, b);
    }

    /** B's report about a packet, which tells which two flows belong together. */
    private void report(int number, int psn) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(200);
        UrdmaBth.write(b, 0, UrdmaOpcode.REPORT_REQUESTS, 0, 0, 0xffff, QP_OF_A, number);
        ExtendedAeth.write(b, Bth.LENGTH, 0x1f, 0, 0, 0, psn, psn);
        int at = Bth.LENGTH + ExtendedAeth.LENGTH;
        ReportWriter writer = new ReportWriter();
        writer.begin(b, at, 100, number, 0, psn + 1L, new ReportCounters(), 0);
        frame(CaptureBuilder.B, CaptureBuilder.A, b.limit(at + writer.end()));
    }

    private void pathReport(long missingOnFirst, long missingOnSecond) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(200);
        UrdmaBth.write(b, 0, UrdmaOpcode.REPORT_PATHS, 0, 0, 0xffff, QP_OF_A, 0);
        PathReportWriter writer = new PathReportWriter();
        writer.begin(b, Bth.LENGTH, 150, 0);
        writer.path(0, 5, 5, 0, 0, 5, 500, missingOnFirst, 0);
        writer.path(1, 5, 5, 0, 0, 5, 500, missingOnSecond, 0);
        frame(CaptureBuilder.B, CaptureBuilder.A, b.limit(Bth.LENGTH + writer.end()));
    }

    /** Writes a capture of packets on two paths, and of reports of both kinds. */
    static void lossOnTwoPaths(Path file) throws IOException {
        PathFlowsTest script = new PathFlowsTest();
        try (CaptureBuilder builder = new CaptureBuilder(file, Encapsulation.ROCE_V2_IPV4)) {
            script.capture = builder;
            script.pathReport(7, 100);
            for (int i = 0; i < 20; i++) {
                script.write(2 * i, i % 2, i < 10 || i % 2 == 0 ? i / 2 : i / 2 + 2);
                script.report(i, 2 * i);
            }
            script.pathReport(10, 200);
        }
    }

    @Test
    void shouldMissNumbersOnPathsAndNoSequenceNumbers() throws Exception {
        FlowSummary flow =
                flows(
                                () -> {
                                    for (int i = 0; i < 20; i++) {
                                        // Every other packet goes another way; path 1 loses two.
                                        write(
                                                2 * i,
                                                i % 2,
                                                i < 10 || i % 2 == 0 ? i / 2 : i / 2 + 2);
                                    }
                                })
                        .getFirst();

        assertThat(flow.payloadBytes()).isEqualTo(20 * PAYLOAD);
        assertThat(flow.passed()).isEqualTo(2);
        assertThat(flow.missing()).isEqualTo(2);
        assertThat(flow.loss()).isCloseTo(2 / 22.0, within(1e-9));
        assertThat(flow.reportedMissing()).isNull();
    }

    @Test
    void shouldTakeALatePacketOfAPathForReordered() throws Exception {
        FlowSummary flow =
                flows(
                                () -> {
                                    write(0, 3, 0xff_fffe);
                                    write(2, 3, 0);
                                    write(1, 3, 0xff_ffff);
                                    write(3, 3, 1);
                                })
                        .getFirst();

        assertThat(flow.reordered()).isEqualTo(1);
        assertThat(flow.missing()).isZero();
        assertThat(flow.loss()).isZero();
    }

    /** Where nothing is lost before the capture, the receiver's reports tell of each path. */
    @Test
    void shouldTakeWhatIsReportedOfTheFlowsPaths() throws Exception {
        FlowSummary flow =
                flows(
                                () -> {
                                    pathReport(7, 100);
                                    for (int i = 0; i < 8; i++) {
                                        write(i, 0, i);
                                        report(i, i);
                                    }
                                    pathReport(10, 200);
                                    pathReport(9, 300);
                                })
                        .getFirst();

        assertThat(flow.peerQp()).isEqualTo(QP_OF_A);
        assertThat(flow.reportedMissing()).as("of path 0, since the capture began").isEqualTo(2);
        assertThat(flow.loss()).isCloseTo(2 / 8.0, within(1e-9));
    }
}
