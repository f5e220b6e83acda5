package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** Standard RoCE under DCQCN and TIMELY: what the packets of a queue pair tell its controller. */
class CongestionControlledTest {
    private static final long LINE = 10_000_000_000L;

    private static QpAttr attr(CongestionControlType type) {
        return Solo.attr()
                .urdmaTuning(
                        UrdmaTuning.builder()
                                .congestionControl(type)
                                .referenceRate(LINE, false)
                                .build());
    }

    private static PathStatistics path(Solo solo) {
        return solo.host.qp.path();
    }

    @Test
    void shouldPaceAtTheRateOfTheLineAndHalveIt() {
        Solo solo = new Solo().connect(attr(CongestionControlType.DCQCN));
        assertThat(path(solo).pacingBitsPerSecond()).isEqualTo(LINE);
        assertThat(path(solo).state()).isEqualTo("line-rate");

        solo.receive(HandMade.packet(Opcode.CNP, 0));

        assertThat(path(solo).pacingBitsPerSecond()).isEqualTo(LINE / 2);
        assertThat(path(solo).state()).isEqualTo("recovery");
    }

    @Test
    void shouldSendOnePacketAtATime() {
        Solo solo = new Solo().connect(attr(CongestionControlType.DCQCN)).uncounted();
        List<Captured> sent = solo.post(1, WrOpcode.RDMA_WRITE, 8 * Solo.MTU);
        assertThat(sent).hasSize(1);
        sent = solo.elapse(100_000);

        assertThat(sent).hasSize(7);
        for (int i = 1; i < sent.size(); i++) {
            // 256 bytes, 12 of BTH, ICRC and 66 of framing; the last has no RETH
            assertThat(sent.get(i).atNs - sent.get(i - 1).atNs).isBetween(260L, 300L);
        }
    }

    /** Who answers a READ is the one that is told. */
    @Test
    void shouldPaceAnswers() {
        Solo solo = new Solo().connect(attr(CongestionControlType.DCQCN));
        HandMade read =
                HandMade.packet(Opcode.RC_RDMA_READ_REQUEST, Solo.RQ_PSN)
                        .reth(solo.address(), solo.rkey(), 4 * Solo.MTU);

        assertThat(solo.receive(read)).hasSize(1);
        assertThat(solo.elapse(100_000)).hasSize(3);
    }

    @Test
    void shouldForgetItsControllerInReset() {
        Solo solo = new Solo().connect(attr(CongestionControlType.DCQCN));
        solo.receive(HandMade.packet(Opcode.CNP, 0));
        solo.host.qp.modify(new QpAttr().qpState(QpState.RESET), QpAttrMask.STATE, null, 0);
        solo.connect(Solo.attr());
        assertThat(path(solo).pacingBitsPerSecond()).isZero();
        assertThat(path(solo).state()).isEqualTo("go-back-n");
        solo.host.qp.modify(new QpAttr().qpState(QpState.RESET), QpAttrMask.STATE, null, 0);
        solo.connect(attr(CongestionControlType.DCQCN));

        assertThat(path(solo).pacingBitsPerSecond()).isEqualTo(LINE);
    }

    @Test
    void shouldMeasureRoundTripsForTimely() {
        Solo solo = new Solo().connect(attr(CongestionControlType.TIMELY)).uncounted();
        solo.post(1, WrOpcode.RDMA_WRITE, 100);
        solo.elapse(700_000);
        solo.acknowledge(Solo.SQ_PSN);

        assertThat(path(solo).rttNs()).isEqualTo(700_000);
        assertThat(path(solo).minRttNs()).isEqualTo(700_000);
        // above T_high of 500 us
        assertThat(path(solo).state()).isEqualTo("high");
        assertThat(path(solo).pacingBitsPerSecond()).isBetween(LINE * 3 / 4, LINE * 4 / 5);
    }

    /** Chunks of 16 KB ask for their acknowledgement: each 64 packets here, not each 32 alone. */
    @Test
    void shouldAskAtTheEndOfEachChunk() {
        Solo solo = new Solo().connect(attr(CongestionControlType.TIMELY)).uncounted();
        solo.post(1, WrOpcode.RDMA_WRITE, 200 * Solo.MTU);
        List<Captured> sent = solo.elapse(200_000);

        for (Captured packet : sent) {
            boolean chunk = packet.psn() % 64 == 0;
            assertThat(packet.headers.ackRequested() || !chunk).as("%s", packet).isTrue();
        }
    }

    /** Nobody knows which of two sendings is acknowledged (Karn and Partridge). */
    @Test
    void shouldNotMeasureWhatWasSentAgain() {
        Solo solo = new Solo().connect(attr(CongestionControlType.TIMELY)).uncounted();
        solo.post(1, WrOpcode.RDMA_WRITE, 100);
        solo.elapse(1_000);
        solo.answer(Solo.SQ_PSN, AethSyndrome.NAK_PSN_SEQUENCE_ERROR);
        solo.elapse(1_000);
        solo.acknowledge(Solo.SQ_PSN);

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(path(solo).rttNs()).isZero();
    }

    @Test
    void shouldHeedNotificationsOverUnreliableConnections() {
        Solo solo = new Solo(new Host("uc", QpType.UC, 3));
        solo.connect(attr(CongestionControlType.DCQCN));
        assertThat(path(solo).pacingBitsPerSecond()).isEqualTo(LINE);
        solo.receive(HandMade.packet(Opcode.CNP, 0));

        assertThat(path(solo).pacingBitsPerSecond()).isEqualTo(LINE / 2);
    }

    @Test
    void shouldAskForTheRateOfTheLine() {
        UrdmaTuning.Builder tuning =
                UrdmaTuning.builder().congestionControl(CongestionControlType.DCQCN);

        assertThatThrownBy(tuning::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("referenceRate");
    }
}
