package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;

/** NAKs that end the connection: when they are sent, what they say, and what they lead to. */
class NakTest {
    private static final int NAK_INVALID = 0x61;
    private static final int NAK_ACCESS = 0x62;
    private static final int NAK_OPERATIONAL = 0x63;
    private static final int WRONG_KEY = 0x0bad;

    private final Solo solo = Solo.connected();

    private Raw write(int psn, int key) {
        return Raw.write(0xca, psn, solo.address(0), key, 4).payload(0, 4).t1(psn);
    }

    @Test
    void shouldRefuseWhenAllBeforeHasArrivedAndNoSooner() {
        assertThat(Solo.only(solo.receive(write(Solo.PSN + 2, WRONG_KEY)), 0xd1)).isEmpty();
        assertThat(Solo.only(solo.receive(write(Solo.PSN, solo.rkey())), 0xd1)).isEmpty();
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        List<Seen> naks = Solo.only(solo.receive(write(Solo.PSN + 1, solo.rkey())), 0xd1);
        assertThat(naks).hasSize(1);
        Seen nak = naks.getFirst();
        assertThat(nak.hex(0, 12)).isEqualTo("d100ffff" + "0000beef" + "00001002");
        assertThat(nak.u8(12)).isEqualTo(NAK_ACCESS);
        assertThat(nak.u24(12)).as("messages done").isEqualTo(2);
        assertThat(nak.u24(24)).as("the packet").isEqualTo(Solo.PSN + 2);
        assertThat(nak.u32(32)).as("no RMSN").isZero();
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).contains(EventType.QP_ACCESS_ERR);
    }

    @Test
    void shouldRepeatARefusalThatWasLost() {
        Raw bad = write(Solo.PSN, WRONG_KEY);
        assertThat(Solo.only(solo.receive(bad), 0xd1)).hasSize(1);
        List<Seen> again = solo.receive(write(Solo.PSN, WRONG_KEY).again());
        assertThat(again).hasSize(1);
        assertThat(again.getFirst().u8(12)).isEqualTo(NAK_ACCESS);
        assertThat(solo.elapse(60_000_000_000L)).as("but not unasked").isEmpty();
    }

    @Test
    void shouldNotAnswerARefusalWithItsOwn() {
        solo.receive(write(Solo.PSN, WRONG_KEY));
        assertThat(solo.receive(Raw.nak(Solo.PSN, NAK_ACCESS, Solo.PSN, 0))).isEmpty();
    }

    @Test
    void shouldEndWhenBothRefuseEachOther() {
        Wire wire = Wire.connected();
        for (Host host : List.of(wire.a, wire.b)) {
            host.post(host.request(1, WrOpcode.RDMA_WRITE, 0, 8).rdma(0x1234, WRONG_KEY));
        }
        wire.runFor(60_000_000_000L);
        assertThat(wire.a.sent()).hasSize(1);
        assertThat(wire.b.sent()).hasSize(1);
        assertThat(wire.fromA.size() + wire.fromB.size()).isLessThan(10);
    }

    @Test
    void shouldRefuseWhatIsTooLongForTheReceive() {
        solo.host.receive(1, 0, 3);
        List<Seen> naks =
                Solo.only(solo.receive(Raw.send(0xc4, Solo.PSN, 0, 0, 4).payload(0, 4)), 0xd1);
        assertThat(naks.getFirst().u8(12)).isEqualTo(NAK_INVALID);
        assertThat(solo.received()).containsExactly("1 LOC_LEN_ERR");
    }

    @Test
    void shouldRefuseAReceiveWithoutMemory() {
        solo.host.receive(1, Host.MEMORY, 16);
        List<Seen> naks =
                Solo.only(solo.receive(Raw.send(0xc4, Solo.PSN, 0, 0, 4).payload(0, 4)), 0xd1);
        assertThat(naks.getFirst().u8(12)).isEqualTo(NAK_OPERATIONAL);
    }

    @Test
    void shouldRefusePacketsOfAWrongSize() {
        Raw shortFirst =
                Raw.write(0xc6, Solo.PSN, solo.address(0), solo.rkey(), 600).payload(0, 100);
        assertThat(Solo.only(solo.receive(shortFirst), 0xd1).getFirst().u8(12))
                .isEqualTo(NAK_INVALID);
        assertThat(solo.host.filled(0, 1)).as("nothing is placed").isZero();
    }

    @Test
    void shouldRefuseWhatTheQueuePairDoesNotAllow() {
        for (int opcode : new int[] {0xca, 0xcc, 0xd4}) {
            Solo locked = new Solo().connect(Host.attr().qpAccessFlags(AccessFlags.LOCAL_WRITE));
            Raw raw =
                    switch (opcode) {
                        case 0xcc -> Raw.read(Solo.PSN, locked.address(0), locked.rkey(), 8, 0);
                        case 0xd4 ->
                                Raw.atomic(
                                        0xd4, Solo.PSN, locked.address(0), locked.rkey(), 1, 0, 0);
                        default ->
                                Raw.write(0xca, Solo.PSN, locked.address(0), locked.rkey(), 4)
                                        .payload(0, 4);
                    };
            assertThat(Solo.only(locked.receive(raw), 0xd1).getFirst().u8(12))
                    .isEqualTo(NAK_INVALID);
        }
    }

    @Test
    void shouldCheckEachReadAndAtomic() {
        long last = solo.address(Host.MEMORY - 8);
        assertThat(refusalOf(Raw.read(Solo.PSN, last, solo.rkey(), 9, 0))).isEqualTo(NAK_ACCESS);
        assertThat(refusalOf(Raw.atomic(0xd4, Solo.PSN, last + 8, solo.rkey(), 1, 0, 0)))
                .isEqualTo(NAK_ACCESS);
        assertThat(refusalOf(Raw.atomic(0xd3, Solo.PSN, last + 4, solo.rkey(), 1, 0, 0)))
                .as("not aligned")
                .isEqualTo(NAK_INVALID);
    }

    private static int refusalOf(Raw raw) {
        Solo fresh = Solo.connected();
        return Solo.only(fresh.receive(raw), 0xd1).getFirst().u8(12);
    }

    @Test
    void shouldCompleteTheRequestWithWhatTheRefusalSays() {
        String[] statuses = {"REM_INV_REQ_ERR", "REM_ACCESS_ERR", "REM_OP_ERR"};
        for (int i = 0; i < 3; i++) {
            Solo requester = Solo.connected();
            for (int id = 1; id <= 3; id++) {
                requester.post(id, WrOpcode.RDMA_WRITE, 8);
            }
            requester.receive(Raw.nak(Solo.PSN + 1, NAK_INVALID + i, Solo.PSN + 1, 0));
            assertThat(requester.sent())
                    .containsExactly("1 SUCCESS", "2 " + statuses[i], "3 WR_FLUSH_ERR");
            assertThat(requester.host.qp.state()).isEqualTo(QpState.ERR);
            assertThat(requester.host.count(Counter.FATAL_NAKS_RCVD)).isOne();
        }
    }

    @Test
    void shouldBlameTheRefusedRequestAndWaitForAnswersBeforeIt() {
        solo.post(1, WrOpcode.RDMA_READ, 8);
        solo.post(2, WrOpcode.RDMA_WRITE, 8);
        solo.post(3, WrOpcode.RDMA_WRITE, 8);
        List<Seen> sent = solo.receive(Raw.nak(Solo.PSN + 1, NAK_ACCESS, Solo.PSN + 1, 0));
        assertThat(solo.sent()).as("not before the answer").isEmpty();
        sent.addAll(solo.elapse(10_000_000_000L));
        assertThat(sent).as("nothing is sent to one that has refused").isEmpty();
        solo.receive(Raw.answer(0xd0, Host.RESPONSE_PSN, 0, 0, 8).payload(0, 8));
        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 REM_ACCESS_ERR", "3 WR_FLUSH_ERR");
    }

    @Test
    void shouldGiveUpAnswersThatDontComeAfterARefusal() {
        solo.post(1, WrOpcode.RDMA_READ, 8);
        solo.post(2, WrOpcode.RDMA_WRITE, 8);
        solo.receive(Raw.nak(Solo.PSN + 1, NAK_ACCESS, Solo.PSN + 1, 0));
        solo.elapse(31_000_000_000L);
        assertThat(solo.sent()).containsExactly("1 RETRY_EXC_ERR", "2 WR_FLUSH_ERR");
    }

    /** Every kind of request fails in its place, whatever is lost of the answers before it. */
    @ParameterizedTest
    @CsvSource({
        "RDMA_WRITE, 0", "RDMA_WRITE, 3", "SEND, 0", "SEND, 3",
        "RDMA_READ, 0", "RDMA_READ, 3", "ATOMIC_FETCH_AND_ADD, 0", "ATOMIC_FETCH_AND_ADD, 3"
    })
    void shouldDeliverWhatIsOwedBeforeItFails(WrOpcode opcode, int lost) {
        Wire wire = Wire.connected();
        int[] count = {0};
        wire.tap =
                (from, packet) ->
                        lost > 0 && packet.isData() && count[0]++ % lost == 1
                                ? Wire.LOST
                                : Wire.PASS;
        Host a = wire.a;
        Host b = wire.b;
        b.fill(0, 5000);
        b.receive(1, 0, 1);
        a.post(a.request(1, WrOpcode.RDMA_READ, 0, 5000).rdma(b.address(0), b.region.rkey()));
        a.post(a.request(2, WrOpcode.RDMA_WRITE, 8000, 8).rdma(b.address(8000), b.region.rkey()));
        a.post(
                a.request(3, WrOpcode.ATOMIC_FETCH_AND_ADD, 9000, 8)
                        .atomic(b.address(9000), b.region.rkey(), 1, 0));
        SendWr bad = a.request(4, opcode, 10_000, 8).rdma(b.address(0), WRONG_KEY);
        a.post(
                opcode == WrOpcode.ATOMIC_FETCH_AND_ADD
                        ? bad.atomic(b.address(0), WRONG_KEY, 1, 0)
                        : bad);
        a.post(a.request(5, WrOpcode.RDMA_WRITE, 0, 8).rdma(b.address(16_000), b.region.rkey()));
        wire.runFor(60_000_000_000L);
        String failure = opcode == WrOpcode.SEND ? "4 REM_INV_REQ_ERR" : "4 REM_ACCESS_ERR";
        assertThat(a.sent())
                .containsExactly("1 SUCCESS", "2 SUCCESS", "3 SUCCESS", failure, "5 WR_FLUSH_ERR");
        assertThat(a.filled(0, 5000)).isEqualTo(5000);
        assertThat(b.qp.state()).isEqualTo(QpState.ERR);
        assertThat(b.events).doesNotContain(EventType.QP_FATAL);
    }

    @Test
    void shouldIgnoreARefusalOfWhatIsNotInFlight() {
        solo.post(1, WrOpcode.RDMA_WRITE, 8);
        solo.receive(Raw.nak(Solo.PSN + 500, NAK_ACCESS, Solo.PSN + 500, 0));
        solo.receive(Raw.nak(Solo.PSN - 5, NAK_ACCESS, Solo.PSN - 5, 0));
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.count(Counter.UNEXPECTED_RESPONSE)).isEqualTo(2);
        solo.receive(Raw.nak(Solo.PSN, 0x64, Solo.PSN, 0));
        assertThat(solo.sent()).containsExactly("1 REM_INV_RD_REQ_ERR");
    }

    @Test
    void shouldIgnoreASequenceErrorWhichThisProfileHasNot() {
        solo.post(1, WrOpcode.RDMA_WRITE, 8);
        solo.receive(Raw.nak(Solo.PSN, 0x60, Solo.PSN, 0));
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.count(Counter.UNEXPECTED_RESPONSE)).isOne();
    }
}
