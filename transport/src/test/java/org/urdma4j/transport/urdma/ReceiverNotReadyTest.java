package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** Messages that find no receive: limits, RNR NAKs, and how the sender goes on. */
class ReceiverNotReadyTest {
    private static final long SECOND = 1_000_000_000L;

    /** RNR NAK with {@link Host#RNR_TIMER}. */
    private static final int RNR = 0x2e;

    private static final long RNR_NS = 1_280_000;

    private static QpAttr limited(int receives) {
        return Host.attr().urdmaPeerOffer(Host.OFFER.toBuilder().receiveLimit(receives).build());
    }

    private static Raw send(int psn, int rmsn) {
        return Raw.send(0xc4, psn, rmsn, 0, 4).payload(0, 4).t1(psn);
    }

    private static void postSends(Host host, int from, int to) {
        for (int id = from; id <= to; id++) {
            host.post(host.request(id, WrOpcode.SEND, 0, 4));
        }
    }

    @Test
    void shouldNameTheMessageThatHasNoReceive() {
        Solo solo = Solo.connected();
        solo.host.receive(1, 0, 16);
        solo.receive(send(Solo.PSN, 0));
        List<Seen> naks = Solo.only(solo.receive(send(Solo.PSN + 1, 1)), 0xd1);
        assertThat(naks).hasSize(1);
        Seen nak = naks.getFirst();
        assertThat(nak.psn()).as("cumulative").isEqualTo(Solo.PSN + 1);
        assertThat(nak.u8(12)).isEqualTo(RNR);
        assertThat(nak.u24(24)).as("the packet").isEqualTo(Solo.PSN + 1);
        assertThat(nak.u32(28)).as("its T1").isEqualTo(Solo.PSN + 1);
        assertThat(nak.u32(32)).as("RMSN").isOne();
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.count(Counter.SENT_RNR_ERR)).isOne();
        solo.host.receive(2, 16, 16);
        solo.receive(send(Solo.PSN + 1, 1).again());
        assertThat(solo.received()).containsExactly("1 SUCCESS", "2 SUCCESS");
    }

    @Test
    void shouldTellAtOnceWhenReceivesComeAfterNone() {
        Solo solo = Solo.connected();
        solo.host.receive(1, 0, 16);
        solo.receive(send(Solo.PSN, 0).asks());
        solo.host.receive(2, 0, 16);
        List<Seen> reports = Solo.only(solo.turn(), 0xda);
        assertThat(reports).hasSize(1);
        assertThat(reports.getFirst().u32(72)).as("receive limit").isEqualTo(2);
        solo.host.receive(3, 0, 16);
        assertThat(solo.turn()).as("no longer exhausted").isEmpty();
    }

    @Test
    void shouldSendNoMoreThanTheLimit() {
        Solo solo = new Solo().connect(limited(2));
        postSends(solo.host, 1, 4);
        assertThat(solo.turn()).hasSize(2);
        assertThat(
                        solo.receive(
                                Raw.report(0xda, 1, Solo.PSN + 2, Solo.PSN + 2, 2, solo.units())
                                        .limit(3)))
                .hasSize(1);
        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
    }

    @Test
    void shouldLetTheLimitWrap() {
        Solo solo = new Solo().connect(limited(1));
        postSends(solo.host, 1, 3);
        assertThat(solo.turn()).hasSize(1);
        // far behind what was sent is exhausted, not four thousand million messages of room
        assertThat(
                        solo.receive(
                                Raw.report(0xda, 1, Solo.PSN + 1, Solo.PSN + 1, 1, solo.units())
                                        .limit(-2)
                                        .limit(0x8000_0001)))
                .isEmpty();
        assertThat(
                        solo.receive(
                                Raw.report(0xda, 2, Solo.PSN + 1, Solo.PSN + 1, 1, solo.units())
                                        .limit(-1)))
                .as("all ones: none")
                .hasSize(2);
    }

    @Test
    void shouldAskAgainWhileBlocked() {
        Solo solo = new Solo().connect(limited(0));
        postSends(solo.host, 1, 1);
        List<Seen> sent = solo.elapse(10 * SECOND);
        assertThat(sent).hasSizeBetween(3, 12);
        for (Seen probe : sent) {
            assertThat(probe.hex(0, 12)).isEqualTo("dc00ffff" + "0000beef" + "80000000");
        }
    }

    @Test
    void shouldSendOtherRequestsThatConsumeNothingWhileAReceiveIsMissing() {
        Wire wire = Wire.connected();
        Host a = wire.a;
        Host b = wire.b;
        b.fill(0, 600);
        postSends(b, 1, 3); // wait for receives at a
        wire.runFor(20_000_000);
        a.post(a.request(7, WrOpcode.RDMA_READ, 4096, 600).rdma(b.address(0), b.region.rkey()));
        wire.runFor(20_000_000);
        assertThat(a.sent()).as("an answer waits for no SEND").containsExactly("7 SUCCESS");
        assertThat(a.filled(4096, 601)).isEqualTo(600);
        assertThat(b.sent()).isEmpty();
        for (int i = 0; i < 3; i++) {
            a.receive(i, 0, 16);
        }
        wire.run();
        assertThat(b.sent()).hasSize(3);
    }

    @Test
    void shouldNotLetAPathOfPacketsGoForAMissingReceive() {
        Wire wire = new Wire().connect(limited(4), Host.attr());
        for (int i = 0; i < 4; i++) {
            wire.b.receive(i, 0, 16);
        }
        postSends(wire.a, 1, 100);
        wire.runFor(50_000_000);
        assertThat(wire.a.sent()).hasSize(4);
        for (int i = 4; i < 100; i++) {
            wire.b.receive(i, 0, 16);
        }
        long from = wire.nowNs;
        wire.run();
        assertThat(wire.a.sent()).hasSize(96);
        assertThat(wire.fromA.stream().filter(Seen::isData)).as("each once").hasSize(100);
        Seen last = wire.fromA.stream().filter(Seen::isData).toList().getLast();
        assertThat(last.atNs() - from).as("told at once").isLessThan(3 * Wire.DELAY_NS);
    }

    @Test
    void shouldFindOutThoughTheNewsWasLost() {
        Wire wire = new Wire().connect(limited(0), Host.attr());
        postSends(wire.a, 1, 1);
        wire.runFor(1_000_000);
        wire.tap = (from, packet) -> from == wire.b ? Wire.LOST : Wire.PASS;
        wire.b.receive(1, 0, 16);
        wire.runFor(1_000_000);
        wire.tap = (from, packet) -> Wire.PASS;
        wire.runFor(5 * SECOND);
        assertThat(wire.a.sent()).containsExactly("1 SUCCESS");
        assertThat(wire.a.count(Counter.RCVD_RNR_ERR)).isZero();
    }

    @Test
    void shouldGiveUpAfterTheRetriesOfAnRnrNak() {
        Wire wire = new Wire().connect(Host.attr().rnrRetry(2), Host.attr());
        postSends(wire.a, 1, 2);
        wire.runFor(20 * SECOND);
        assertThat(wire.a.sent()).containsExactly("1 RNR_RETRY_EXC_ERR", "2 WR_FLUSH_ERR");
        assertThat(wire.a.count(Counter.RETRY_RNR_EXCEEDED_ERR)).isOne();
    }

    @Test
    void shouldGiveRetriesBackWithProgress() {
        Solo solo = new Solo().connect(Host.attr().rnrRetry(1));
        for (int i = 0; i < 5; i++) {
            int psn = Solo.PSN + i;
            solo.post(i, WrOpcode.SEND, 4);
            solo.receive(Raw.nak(psn, RNR, psn, i));
            solo.elapse(RNR_NS + 1);
            solo.receive(Raw.report(0xda, i + 1, psn + 1, psn + 1, i + 1, solo.units()));
            assertThat(solo.sent()).containsExactly(i + " SUCCESS");
        }
    }

    /** Packets are numbered, and a NAK names the one that it refuses. */
    @Test
    void shouldNotWaitForANakOfWhatIsNotUnderWay() {
        Solo solo = new Solo().connect(Host.attr().rnrRetry(1));
        solo.post(1, WrOpcode.SEND, 4);
        for (int psn : new int[] {Solo.PSN - 1, Solo.PSN + 1, Solo.PSN + (1 << 22)}) {
            solo.receive(Raw.nak(Solo.PSN, RNR, psn & 0xff_ffff, 0));
        }
        assertThat(solo.host.count(Counter.RCVD_RNR_ERR)).isZero();
        assertThat(solo.host.count(Counter.UNEXPECTED_RESPONSE)).isEqualTo(3);
        solo.receive(Raw.nak(Solo.PSN, RNR, Solo.PSN, 0));
        assertThat(solo.host.count(Counter.RCVD_RNR_ERR)).isOne();
    }

    @Test
    void shouldWaitForEverWithSevenRetries() {
        Wire wire = Wire.connected();
        postSends(wire.a, 1, 1);
        wire.runFor(100 * SECOND);
        assertThat(wire.a.sent()).isEmpty();
        assertThat(wire.a.qp.state()).isEqualTo(QpState.RTS);
        wire.b.receive(1, 0, 16);
        wire.runFor(5 * SECOND);
        assertThat(wire.a.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldPlaceAWriteWithImmediateAndCompleteItWhenAReceiveComes() {
        Wire wire = Wire.connected();
        wire.a.fill(0, 8);
        wire.a.post(
                wire.a
                        .request(1, WrOpcode.RDMA_WRITE_WITH_IMM, 0, 8)
                        .rdma(wire.b.address(0), wire.b.region.rkey())
                        .immData(3));
        wire.runFor(100_000_000);
        assertThat(wire.b.filled(0, 9)).isEqualTo(8);
        assertThat(wire.a.sent()).isEmpty();
        wire.b.receive(5, 64, 16);
        wire.runFor(4 * SECOND);
        assertThat(wire.b.received()).containsExactly("5 SUCCESS");
        assertThat(wire.a.sent()).containsExactly("1 SUCCESS");
    }
}
