package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.List;

/** READs and atomic operations: done once, in order, answered until that is acknowledged. */
class ReadResponseTest {
    private static final long REPORT_INTERVAL_NS = 1_000_000;

    private final Solo solo = Solo.connected();

    private Raw read(int psn, int number) {
        return Raw.read(psn, solo.address(0), solo.rkey(), 8, number).t1(psn);
    }

    private Raw add(int psn, int number) {
        return Raw.atomic(0xd4, psn, solo.address(64), solo.rkey(), 1, 0, number).t1(psn);
    }

    /** An answer to the READ that the host posted. */
    private static Raw answer(int opcode, int i, int number, int offset, int toEnd) {
        return Raw.answer(opcode, Host.RESPONSE_PSN + i, number, offset, toEnd)
                .payload(offset, Math.min(256, toEnd));
    }

    @Test
    void shouldReadWhatAnEarlierWriteWrites() {
        assertThat(Solo.only(solo.receive(read(Solo.PSN + 1, 0)), 0xd0)).isEmpty();
        Raw write = Raw.write(0xca, Solo.PSN, solo.address(0), solo.rkey(), 8).payload(0, 8);
        List<Seen> answers = Solo.only(solo.receive(write), 0xd0);
        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst().bytes()[36]).isEqualTo(Host.pattern(0));
    }

    @Test
    void shouldDoEachOnceWhateverIsDuplicated() {
        solo.receive(add(Solo.PSN, 0), add(Solo.PSN, 0).again(), add(Solo.PSN, 0));
        assertThat(solo.host.word(64)).isOne();
        assertThat(solo.host.count(Counter.RDMA_ATOMICS)).isOne();
        assertThat(solo.host.count(Counter.DUPLICATE_REQUEST)).isEqualTo(2);
        List<Seen> answers = Solo.only(solo.receive(read(Solo.PSN + 1, 1)), 0xd0);
        assertThat(answers).hasSize(1);
        assertThat(Solo.only(solo.receive(read(Solo.PSN + 1, 1).again()), 0xd0)).isEmpty();
    }

    @Test
    void shouldDoAtomicsInOrder() {
        Raw swap = Raw.atomic(0xd3, Solo.PSN, solo.address(64), solo.rkey(), 10, 0, 0);
        assertThat(Solo.only(solo.receive(add(Solo.PSN + 1, 1)), 0xd2)).isEmpty();
        List<Seen> answers = Solo.only(solo.receive(swap), 0xd2);
        assertThat(solo.host.word(64)).isEqualTo(11);
        assertThat(answers).extracting(p -> p.u32(12)).containsExactly(0, 1);
        assertThat(answers).extracting(p -> p.u64(28)).containsExactly(0L, 10L);
    }

    @Test
    void shouldFreeASlotOnlyWhenItsAnswerIsAcknowledged() {
        Solo one = new Solo().connect(Host.attr().maxDestRdAtomic(1));
        Raw first = Raw.read(Solo.PSN, one.address(0), one.rkey(), 8, 0);
        Raw second = Raw.read(Solo.PSN + 1, one.address(0), one.rkey(), 8, 1);
        List<Seen> sent = one.receive(first);
        Seen answer = Solo.only(sent, 0xd0).getFirst();
        assertThat(Solo.only(one.receive(second), 0xd0)).isEmpty();
        List<Seen> later =
                one.receive(
                        Raw.report(
                                0xdb,
                                1,
                                Host.RESPONSE_PSN + 1,
                                Host.RESPONSE_PSN + 1,
                                1,
                                answer.t1()));
        assertThat(Solo.only(later, 0xd0)).hasSize(1);
        assertThat(Solo.only(later, 0xd0).getFirst().u32(12)).as("request number").isOne();
    }

    @Test
    void shouldAnswerAgainWhatIsReportedMissing() {
        solo.host.fill(0, 600);
        List<Seen> sent = solo.receive(Raw.read(Solo.PSN, solo.address(0), solo.rkey(), 600, 0));
        Seen last = Solo.only(sent, 0xcf).getFirst();
        solo.nowNs += 2_000_000;
        List<Seen> again =
                solo.receive(
                        Raw.report(
                                        0xdb,
                                        1,
                                        Host.RESPONSE_PSN + 1,
                                        Host.RESPONSE_PSN + 3,
                                        2,
                                        last.t1())
                                .missing(Host.RESPONSE_PSN + 1, 1)
                                .delays(solo.units(), 7812));
        again = Solo.only(again, 0xce);
        again = again.isEmpty() ? Solo.only(solo.elapse(4_000_000), 0xce) : again;
        assertThat(again.getFirst().toString()).startsWith("ce 5001 M");
        assertThat(again.getFirst().bytes()[36]).isEqualTo(Host.pattern(256));
    }

    @Test
    void shouldPlaceAnswersInAnyOrderAndCompleteInOrder() {
        solo.post(1, WrOpcode.RDMA_READ, 600);
        SendWr second = solo.host.request(2, WrOpcode.RDMA_READ, 1024, 8);
        solo.post(second.rdma(Solo.REMOTE, Solo.REMOTE_KEY));
        solo.receive(answer(0xd0, 3, 1, 0, 8));
        solo.receive(answer(0xcf, 2, 0, 512, 88));
        assertThat(solo.sent()).isEmpty();
        solo.receive(answer(0xcd, 0, 0, 0, 600));
        solo.receive(answer(0xce, 1, 0, 256, 344));
        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
        assertThat(solo.host.filled(0, 601)).isEqualTo(600);
        assertThat(solo.host.filled(1024, 9)).isEqualTo(8);
    }

    @Test
    void shouldReportAnswersInTheirOwnSpace() {
        solo.post(1, WrOpcode.RDMA_READ, 8);
        assertThat(solo.receive(answer(0xd0, 0, 0, 0, 8))).as("nobody waits for it").isEmpty();
        List<Seen> reports = solo.elapse(REPORT_INTERVAL_NS);
        assertThat(reports).hasSize(1);
        assertThat(reports.getFirst().opcode()).isEqualTo(0xdb);
        assertThat(reports.getFirst().u32(36)).isEqualTo(Host.RESPONSE_PSN + 1);
    }

    @Test
    void shouldReportAnAnswerAtOnceWhenAsked() {
        solo.post(1, WrOpcode.RDMA_READ, 8);
        assertThat(solo.receive(answer(0xd0, 0, 0, 0, 8).asks())).hasSize(1);
    }

    @Test
    void shouldAskForReportsWhenHalfOfTheSlotsAreTaken() {
        List<Boolean> asks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<Seen> sent =
                    solo.receive(Raw.read(Solo.PSN + i, solo.address(0), solo.rkey(), 8, i));
            asks.add(Solo.only(sent, 0xd0).getFirst().asks());
        }
        assertThat(asks).containsExactly(false, true, true, true);
    }

    @Test
    void shouldReturnWhatTheAtomicFound() {
        SendWr wr =
                solo.host
                        .request(1, WrOpcode.ATOMIC_FETCH_AND_ADD, 64, 8)
                        .atomic(Solo.REMOTE + 4, Solo.REMOTE_KEY, 1, 0);
        solo.post(wr);
        solo.receive(Raw.answer(0xd2, Host.RESPONSE_PSN, 0, 0, 8).original(77));
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(solo.host.word(64)).isEqualTo(77);
    }

    @Test
    void shouldDropAnswersToNothing() {
        solo.receive(answer(0xd0, 0, 0, 0, 8));
        solo.post(1, WrOpcode.RDMA_WRITE, 8);
        solo.receive(answer(0xd0, 1, 0, 0, 8));
        solo.receive(answer(0xd0, 2, -1, 0, 8));
        solo.receive(answer(0xd0, 3, Integer.MAX_VALUE, 0, 8));
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.count(Counter.UNEXPECTED_RESPONSE)).isEqualTo(4);
        assertThat(solo.host.filled(0, 1)).isZero();
    }

    @Test
    void shouldFailAnAnswerOfTheWrongShape() {
        int[][] wrong = {{0, 9}, {256, 8}, {0, 7}, {-1, 8}};
        for (int[] offsetAndEnd : wrong) {
            Solo fresh = Solo.connected();
            fresh.post(1, WrOpcode.RDMA_READ, 8);
            Raw raw =
                    Raw.answer(0xd0, Host.RESPONSE_PSN, 0, offsetAndEnd[0], offsetAndEnd[1])
                            .payload(0, 8);
            fresh.receive(raw);
            assertThat(fresh.sent()).containsExactly("1 BAD_RESP_ERR");
        }
    }

    @Test
    void shouldFailAnAtomicAnsweredAsARead() {
        solo.post(
                solo.host
                        .request(1, WrOpcode.ATOMIC_FETCH_AND_ADD, 64, 8)
                        .atomic(Solo.REMOTE + 4, Solo.REMOTE_KEY, 1, 0));
        solo.receive(answer(0xd0, 0, 0, 0, 8));
        assertThat(solo.sent()).containsExactly("1 BAD_RESP_ERR");
    }

    @Test
    void shouldHaveNoMoreOutstandingThanAllowed() {
        Solo two = new Solo().connect(Host.attr().maxRdAtomic(2));
        for (int id = 1; id <= 3; id++) {
            two.post(
                    two.host
                            .request(id, WrOpcode.RDMA_READ, 8L * id, 8)
                            .rdma(Solo.REMOTE, Solo.REMOTE_KEY));
        }
        two.post(4, WrOpcode.RDMA_WRITE, 8);
        assertThat(two.elapse(0)).isEmpty();
        List<Seen> next = two.receive(answer(0xd0, 0, 0, 0, 8));
        assertThat(Solo.only(next, 0xcc)).hasSize(1);
        assertThat(Solo.only(next, 0xca)).hasSize(1);
    }
}
