package org.urdma4j.measure.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.simulation.link.Marks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

class FlowTableTest {
    private static final int QP_OF_B = 0x200;
    private static final int QP_OF_A = 0x100;
    private static final long MS = 1_000_000;
    private static final int ACK = AethSyndrome.ACK_UNLIMITED;

    @TempDir private Path folder;

    private Path file;
    private CaptureTotals totals;
    private FlowTable table;

    private interface Script {
        void write(CaptureBuilder capture) throws IOException;
    }

    private FlowSummary first(Script script) throws IOException {
        return flows(Encapsulation.ROCE_V2_IPV4, script).getFirst();
    }

    private List<FlowSummary> flows(Encapsulation encapsulation, Script script) throws IOException {
        file = folder.resolve("flows.pcap");
        try (CaptureBuilder capture = new CaptureBuilder(file, encapsulation)) {
            script.write(capture);
        }
        table = new FlowTable();
        totals = CaptureScan.of(file, table);
        assertThat(totals.problem()).isEmpty();
        return table.summaries();
    }

    private static void send(CaptureBuilder capture, long ns, int psn) throws IOException {
        capture.there(ns, Opcode.RC_SEND_ONLY, QP_OF_B, psn, Bth.ACK_REQ, 1000);
    }

    @ParameterizedTest
    @EnumSource
    void shouldMeasureGoodputAndRoundTrip(Encapsulation encapsulation) throws Exception {
        List<FlowSummary> flows =
                flows(
                        encapsulation,
                        capture -> {
                            for (int i = 0; i < 11; i++) {
                                send(capture, i * (10 * MS), i);
                                capture.ack(i * (10 * MS) + 3 * MS, QP_OF_A, i, ACK);
                            }
                        });

        FlowSummary sent = flows.getFirst();
        assertThat(sent.payloadBytes()).isEqualTo(11_000);
        assertThat(sent.seconds()).isCloseTo(0.1, within(1e-9));
        assertThat(sent.goodputBps()).isCloseTo(880_000, within(1.0));
        assertThat(sent.rttMs().mean()).isCloseTo(3, within(1e-9));
        // The first told which two flows belong together.
        assertThat(sent.rttMs().samples()).isEqualTo(10);
        assertThat(sent.peerQp()).isEqualTo(QP_OF_A);
        assertThat(sent.loss()).isZero();
        assertThat(flows).hasSize(2);
        assertThat(flows.get(1).acks()).isEqualTo(11);
        assertThat(flows.get(1).profile()).isEqualTo("rc");
    }

    @Test
    void shouldSeeLossBeforeTheCapture() throws Exception {
        FlowSummary sent =
                first(capture -> {
                    for (int psn : new int[] {0, 1, 3, 4, 2, 3, 4, 5, 8}) {
                        send(capture, psn * MS, psn);
                    }
                });

        assertThat(sent.passed()).isEqualTo(3);
        assertThat(sent.missing()).isEqualTo(2);
        assertThat(sent.again()).isEqualTo(3);
        assertThat(sent.payloadBytes()).isEqualTo(7 * 1000);
        assertThat(sent.loss()).isCloseTo(3.0 / 9, within(1e-9));
    }

    @Test
    void shouldSeeRetransmissionsBehindTheSender() throws Exception {
        FlowSummary sent =
                first(capture -> {
                    for (int psn : new int[] {0xfffffe, 0xffffff, 0, 0xffffff, 0, 1}) {
                        send(capture, 0, psn);
                    }
                });

        assertThat(sent.missing()).isZero();
        assertThat(sent.again()).isEqualTo(2);
        assertThat(sent.payloadBytes()).isEqualTo(4000);
        assertThat(sent.goodputBps()).as("no time has passed").isNull();
    }

    @Test
    void shouldCountNoLossForNumbersThatReadsTake() throws Exception {
        List<FlowSummary> flows =
                flows(
                        Encapsulation.ROCE_V2_IPV4,
                        capture -> {
                            capture.read(0, QP_OF_B, 10, 8192);
                            send(capture, 0, 12);
                            capture.read(0, QP_OF_B, 13, 100);
                            send(capture, 0, 14);
                            capture.back(MS, Opcode.RC_RDMA_READ_RESPONSE_FIRST, QP_OF_A, 10, 4096);
                            capture.back(MS, Opcode.RC_RDMA_READ_RESPONSE_LAST, QP_OF_A, 11, 4096);
                            capture.back(
                                    2 * MS, Opcode.RC_RDMA_READ_RESPONSE_ONLY, QP_OF_A, 13, 100);
                        });

        assertThat(flows).hasSize(2).allMatch(flow -> flow.missing() == 0 && flow.again() == 0);
        FlowSummary requests = flows.get(1);
        assertThat(requests.rttMs().samples()).isEqualTo(1);
        assertThat(requests.rttMs().max()).isCloseTo(2, within(1e-9));
    }

    @Test
    void shouldTakeNoSampleOfWhatWasSentAgain() throws Exception {
        FlowSummary sent =
                first(capture -> {
                    for (int i = 0; i < 4; i++) {
                        send(capture, i * (100 * MS), i);
                        capture.ack((100 * i + 1) * MS, QP_OF_A, i, ACK);
                    }
                    send(capture, 500 * MS, 4);
                    send(capture, 600 * MS, 4);
                    capture.ack(601 * MS, QP_OF_A, 4, ACK);
                });

        assertThat(sent.rttMs().max()).isCloseTo(1, within(1e-9));
        assertThat(sent.again()).isEqualTo(1);
    }

    @Test
    void shouldLeaveUndecidedWhichOfAlikeFlowsAnAnswerIsTo() throws Exception {
        List<FlowSummary> flows =
                flows(
                        Encapsulation.ROCE_V2_IPV4,
                        capture -> {
                            for (int i = 0; i < 10; i++) {
                                send(capture, i, i);
                                capture.there(
                                        i, Opcode.RC_SEND_ONLY, QP_OF_B + 1, i, Bth.ACK_REQ, 8);
                                capture.ack(i, QP_OF_A, i, ACK);
                            }
                        });

        assertThat(flows).hasSize(3).allMatch(flow -> flow.peerQp() == null);
    }

    @Test
    void shouldCountCongestionAndRefusals() throws Exception {
        List<FlowSummary> flows =
                flows(
                        Encapsulation.ROCE_V1,
                        capture -> {
                            send(capture, 0, 0);
                            capture.back(0, Opcode.CNP, QP_OF_A, 0, 0);
                            capture.ack(0, QP_OF_A, 0, AethSyndrome.NAK_PSN_SEQUENCE_ERROR);
                            capture.ack(0, QP_OF_A, 0, AethSyndrome.rnrNak(3));
                            capture.damaged(0, QP_OF_B, 1, Marks.CONGESTION_EXPERIENCED);
                            capture.damaged(0, QP_OF_B, 2, Marks.CORRUPTED);
                        });

        assertThat(flows.getFirst().marked()).isEqualTo(1);
        assertThat(flows.getFirst().packets()).isEqualTo(2);
        assertThat(totals.damaged()).isEqualTo(1);
        assertThat(flows.get(1).cnps()).isEqualTo(1);
        assertThat(flows.get(1).naks()).isEqualTo(1);
        assertThat(flows.get(1).rnrNaks()).isEqualTo(1);
    }

    @Test
    void shouldCountPauses() throws Exception {
        ByteBuffer pfc = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        int at = MacControl.startFrame(pfc, 0, 7);
        Pfc.write(pfc, at, 0b1001);
        Pfc.setQuanta(pfc, at, 3, 100);
        ByteBuffer pause = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        Pause.write(pause, MacControl.startFrame(pause, 0, 7), 9);

        flows(Encapsulation.ROCE_V1, capture -> capture.frame(0, pfc).frame(1, pause));

        assertThat(totals.pauses()).isEqualTo(2);
        assertThat(table.pauses().stops(3)).isEqualTo(1);
        assertThat(table.pauses().resumes(0)).isEqualTo(1);
        assertThat(table.pauses().pauses()).isEqualTo(1);
    }

    @Test
    void shouldBearAClockThatGoesBack() throws Exception {
        FlowSummary sent =
                first(capture -> {
                    for (int i = 0; i < 100; i++) {
                        send(capture, 1000 * MS - i * (10 * MS), i);
                        capture.ack(1000 * MS - i * (10 * MS) - MS, QP_OF_A, i, ACK);
                    }
                });

        assertThat(sent.seconds()).isCloseTo(0.99, within(1e-9));
        assertThat(sent.payloadBytes()).isEqualTo(100_000);
        assertThat(sent.rttMs()).as("time didn't pass").isNull();
    }

    @Test
    void shouldKeepThousandsOfFlowsAndLongTimes() throws Exception {
        List<FlowSummary> flows =
                flows(
                        Encapsulation.ROCE_V2_IPV6,
                        capture -> {
                            for (int i = 0; i < 70_000; i++) {
                                capture.there(
                                        i * (1000 * MS),
                                        Opcode.RC_SEND_ONLY,
                                        i,
                                        1,
                                        0,
                                        i == 9 ? 8 : 4);
                            }
                        });

        assertThat(flows).hasSize(65_536);
        assertThat(table.untracked()).isEqualTo(70_000 - 65_536);
        assertThat(flows.getFirst().qp()).isEqualTo(9);
        assertThat(flows.getFirst().series()).hasSizeLessThanOrEqualTo(64);
    }

    @Test
    void shouldTakeAJumpForANewBeginning() throws Exception {
        FlowSummary sent =
                first(capture -> {
                    send(capture, 0, 0);
                    send(capture, 0, Psn.HALF - 1);
                    send(capture, 0, Psn.HALF);
                });

        assertThat(sent.missing()).isZero();
        assertThat(sent.payloadBytes()).isEqualTo(3000);
    }
}
