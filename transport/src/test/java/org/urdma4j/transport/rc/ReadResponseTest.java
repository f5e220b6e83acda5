package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.codec.ib.AethSyndrome.ACK_UNLIMITED;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Answers to READs and atomic operations: taken in order; a gap is an implied NAK. */
class ReadResponseTest {
    private static final WrOpcode READ = WrOpcode.RDMA_READ;
    private static final int BYTES = 4 * MTU - 56;

    private final Solo solo = new Solo();

    private static HandMade first(int index) {
        return answer(Opcode.RC_RDMA_READ_RESPONSE_FIRST, index, MTU);
    }

    private static HandMade middle(int index) {
        return packet(Opcode.RC_RDMA_READ_RESPONSE_MIDDLE, SQ_PSN + index).payload(MTU);
    }

    private static HandMade last(int index, int bytes) {
        return answer(Opcode.RC_RDMA_READ_RESPONSE_LAST, index, bytes);
    }

    private static HandMade only(int index, int bytes) {
        return answer(Opcode.RC_RDMA_READ_RESPONSE_ONLY, index, bytes);
    }

    private static HandMade answer(int opcode, int index, int bytes) {
        return packet(opcode, SQ_PSN + index).aeth(ACK_UNLIMITED, 1).payload(bytes);
    }

    private static HandMade atomicAnswer(int index, long original) {
        return packet(Opcode.RC_ATOMIC_ACKNOWLEDGE, SQ_PSN + index)
                .aeth(ACK_UNLIMITED, 1)
                .original(original);
    }

    private SendWr fetchAdd(long id) {
        return solo.request(id, WrOpcode.ATOMIC_FETCH_AND_ADD, 8)
                .atomic(Solo.REMOTE, Solo.REMOTE_KEY, 1, 0);
    }

    @Test
    void shouldPlaceTheDataAndComplete() {
        solo.connect(Solo.attr());
        solo.post(1, READ, BYTES);

        solo.receive(first(0), middle(1), middle(2));
        assertThat(solo.sent()).isEmpty();
        solo.receive(last(3, 200));

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        for (int i = 0; i < BYTES; i++) {
            assertThat(solo.host.memory.get(ValueLayout.JAVA_BYTE, i))
                    .isEqualTo((byte) (i % MTU + 1));
        }
        assertThat(solo.host.memory.get(ValueLayout.JAVA_BYTE, BYTES)).isZero();
    }

    @Test
    void shouldPlaceTheResultOfAnAtomicOperation() {
        solo.connect(Solo.attr());
        solo.post(fetchAdd(1));

        solo.receive(atomicAnswer(0, 0x0102030405060708L));

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(solo.host.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(0x0102030405060708L);
    }

    @Test
    void shouldPlaceTheResultOfAnAtomicOperationInPieces() {
        solo.connect(Solo.attr());
        int lkey = solo.host.region.lkey();
        solo.post(
                fetchAdd(1)
                        .clearSges()
                        .addSge(solo.address() + 101, 3, lkey)
                        .addSge(solo.address(), 5, lkey));

        solo.receive(atomicAnswer(0, -2));

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
        assertThat(solo.host.memory.get(ValueLayout.JAVA_BYTE, 101)).isEqualTo((byte) -2);
        assertThat(solo.host.memory.get(ValueLayout.JAVA_BYTE, 103)).isEqualTo((byte) -1);
        assertThat(solo.host.memory.get(ValueLayout.JAVA_BYTE, 4)).isEqualTo((byte) -1);
        assertThat(solo.host.memory.get(ValueLayout.JAVA_BYTE, 104)).isZero();
    }

    @Test
    void shouldAskAgainFromTheMissingByte() {
        solo.connect(Solo.attr());
        solo.post(1, READ, BYTES);
        solo.receive(first(0));

        Captured again = solo.receive(middle(2)).getFirst();

        assertThat(again).hasToString("READ_REQUEST 201");
        assertThat(again.headers.virtualAddress()).isEqualTo(Solo.REMOTE + MTU);
        assertThat(again.headers.rKey()).isEqualTo(Solo.REMOTE_KEY);
        assertThat(again.headers.dmaLength()).isEqualTo(BYTES - MTU);
        assertThat(solo.host.count(Counter.IMPLIED_NAK_SEQ_ERR)).isOne();
    }

    @Test
    void shouldAskOnceForAGapHoweverManyAnswersFollow() {
        solo.connect(Solo.attr());
        solo.post(1, READ, BYTES);
        solo.receive(first(0), middle(2));

        assertThat(solo.receive(last(3, 200), last(3, 200))).isEmpty();
        assertThat(solo.host.count(Counter.IMPLIED_NAK_SEQ_ERR)).isOne();
    }

    @Test
    void shouldTakeTheAnswerToTheSecondRequest() {
        solo.connect(Solo.attr());
        solo.post(1, READ, BYTES);
        solo.receive(first(0), middle(2));

        solo.receive(first(1), middle(2), last(3, 200));

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldGiveUpWhenGapsSpendTheBudget() {
        solo.connect(Solo.attr().retryCnt(0));
        solo.post(1, READ, BYTES);

        solo.receive(first(0), middle(2));

        assertThat(solo.sent()).containsExactly("1 RETRY_EXC_ERR");
    }

    @Test
    void shouldTakeAnAcknowledgementBeyondAReadForALostAnswer() {
        solo.connect(Solo.attr());
        solo.post(1, READ, BYTES);
        solo.post(2, WrOpcode.RDMA_WRITE, 8);

        assertThat(brief(solo.acknowledge(SQ_PSN + 4)))
                .containsExactly("READ_REQUEST 200", "WRITE_ONLY 204");
        assertThat(solo.sent()).isEmpty();
    }

    @Test
    void shouldTakeAnAcknowledgementBeyondAnAtomicOperationForALostAnswer() {
        solo.connect(Solo.attr());
        solo.post(fetchAdd(1));
        solo.post(2, WrOpcode.RDMA_WRITE, 8);

        assertThat(brief(solo.acknowledge(SQ_PSN + 1)))
                .containsExactly("FETCH_ADD 200", "WRITE_ONLY 201");
    }

    private SendWr answered(WrOpcode opcode, long id) {
        return opcode == READ ? solo.request(id, READ, 8) : fetchAdd(id);
    }

    @ParameterizedTest
    @EnumSource(names = {"RDMA_READ", "ATOMIC_FETCH_AND_ADD"})
    void shouldAskOnceMoreWhenTheSecondAnswerIsLostToo(WrOpcode opcode) {
        solo.connect(Solo.attr());
        solo.post(answered(opcode, 1));
        solo.post(2, WrOpcode.RDMA_WRITE, 8);
        solo.post(3, WrOpcode.RDMA_WRITE, 8);
        assertThat(solo.acknowledge(SQ_PSN + 1)).hasSize(3);
        assertThat(solo.acknowledge(SQ_PSN + 2)).as("was sent before going back").isEmpty();
        solo.post(4, WrOpcode.RDMA_WRITE, 8);

        List<Captured> again = solo.acknowledge(SQ_PSN + 3);

        assertThat(again).hasSize(4);
        assertThat(solo.acknowledge(SQ_PSN + 3)).as("the same again").isEmpty();
        assertThat(solo.host.count(Counter.IMPLIED_NAK_SEQ_ERR)).isEqualTo(2);
        assertThat(solo.sent()).isEmpty();
    }

    @Test
    void shouldAskOnceMoreWhenTheAnswerToALaterReadShowsIt() {
        solo.connect(Solo.attr());
        solo.post(1, READ, 8);
        solo.post(2, READ, 8);
        assertThat(solo.receive(only(1, 8))).hasSize(2);
        solo.post(3, READ, 8);

        assertThat(solo.receive(only(2, 8))).hasSize(3);
        solo.receive(only(0, 8), only(1, 8), only(2, 8));
        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 SUCCESS", "3 SUCCESS");
    }

    /** The same answers over and over, such as RNR NAKs, are no progress. */
    @ParameterizedTest
    @ValueSource(ints = {AethSyndrome.ACK_UNLIMITED, AethSyndrome.RNR_NAK + 1})
    void shouldNotBeKeptWaitingByAnswersBehindAGap(int syndrome) {
        solo.connect(Solo.attr());
        solo.post(1, READ, 8);
        solo.post(2, WrOpcode.SEND, 8);
        solo.answer(SQ_PSN + 1, syndrome);
        List<Captured> sent = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sent.addAll(solo.elapse(20_000_000));
            solo.answer(SQ_PSN + 1, syndrome);
        }

        assertThat(solo.host.count(Counter.LOCAL_ACK_TIMEOUT_ERR)).isBetween(1L, 3L);
        assertThat(sent).isNotEmpty();
        assertThat(solo.receive(only(0, 8))).isEmpty();
        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldLetAReadAnswerAcknowledgeWhatCameBefore() {
        solo.connect(Solo.attr());
        solo.post(1, WrOpcode.RDMA_WRITE, 300);
        solo.post(2, READ, 8);

        solo.receive(only(2, 8));

        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 SUCCESS");
    }

    @Test
    void shouldIgnoreARepetitionOfData() {
        solo.connect(Solo.attr());
        solo.post(1, READ, BYTES);
        solo.receive(first(0));
        solo.host.memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 99);

        solo.receive(first(0));

        assertThat(solo.host.memory.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 99);
        assertThat(solo.host.count(Counter.UNEXPECTED_RESPONSE)).isOne();
    }

    static Stream<Named<List<HandMade>>> wrongAnswersToARead() {
        return Stream.of(
                Named.of("ONLY instead of FIRST", List.of(only(0, MTU))),
                Named.of(
                        "FIRST too short",
                        List.of(answer(Opcode.RC_RDMA_READ_RESPONSE_FIRST, 0, MTU - 4))),
                Named.of(
                        "FIRST too long",
                        List.of(answer(Opcode.RC_RDMA_READ_RESPONSE_FIRST, 0, MTU + 4))),
                Named.of("LAST too early", List.of(first(0), last(1, MTU))),
                Named.of(
                        "MIDDLE instead of LAST",
                        List.of(first(0), middle(1), middle(2), middle(3))),
                Named.of("LAST too short", List.of(first(0), middle(1), middle(2), last(3, 199))),
                Named.of("LAST too long", List.of(first(0), middle(1), middle(2), last(3, 201))),
                Named.of("LAST empty", List.of(first(0), middle(1), middle(2), last(3, 0))),
                Named.of("atomic result", List.of(atomicAnswer(0, 1))));
    }

    @ParameterizedTest
    @MethodSource("wrongAnswersToARead")
    void shouldFailOnAWrongAnswerToARead(List<HandMade> answers) {
        solo.connect(Solo.attr());
        solo.post(1, READ, BYTES);
        solo.post(2, WrOpcode.RDMA_WRITE, 8);

        solo.receive(answers.toArray(HandMade[]::new));

        assertThat(solo.sent()).containsExactly("1 BAD_RESP_ERR", "2 WR_FLUSH_ERR");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
    }

    @Test
    void shouldFailOnReadDataForAnAtomicOperation() {
        solo.connect(Solo.attr());
        solo.post(fetchAdd(1));

        solo.receive(only(0, 8));

        assertThat(solo.sent()).containsExactly("1 BAD_RESP_ERR");
    }

    @Test
    void shouldFailOnReadDataForAWrite() {
        solo.connect(Solo.attr());
        solo.post(1, WrOpcode.RDMA_WRITE, 300);
        solo.post(2, WrOpcode.RDMA_WRITE, 300);

        solo.receive(only(2, 8));

        assertThat(solo.sent()).containsExactly("1 SUCCESS", "2 BAD_RESP_ERR");
    }

    @Test
    void shouldFailOnAnAtomicResultForASend() {
        solo.connect(Solo.attr());
        solo.post(1, WrOpcode.SEND, 8);

        solo.receive(atomicAnswer(0, 8));

        assertThat(solo.sent()).containsExactly("1 BAD_RESP_ERR");
    }

    @Test
    void shouldFailARefusedRead() {
        solo.connect(Solo.attr());
        solo.post(1, READ, BYTES);
        solo.receive(first(0));

        solo.answer(SQ_PSN + 1, AethSyndrome.NAK_REMOTE_OPERATIONAL_ERROR);

        assertThat(solo.sent()).containsExactly("1 REM_OP_ERR");
    }

    @Test
    void shouldCompleteAReadOfNoBytes() {
        solo.connect(Solo.attr());
        solo.post(1, READ, 0);

        solo.receive(only(0, 0));

        assertThat(solo.sent()).containsExactly("1 SUCCESS");
    }

    /** A WRITE each 20 ms, and more often than the timer runs out, keeps no answer away. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6})
    void shouldNotStallWhileWritesGoOn(int losses) {
        Host a = new Host("a", EngineConfig.DEFAULT, 1 << 16, 1);
        Host b = new Host("b", EngineConfig.DEFAULT, 1 << 16, 2);
        Wire wire = new Wire(a, b);
        a.connect(b, Solo.attr().rqPsn(SQ_PSN));
        b.connect(a, Solo.attr().rqPsn(SQ_PSN));
        int[] left = {losses};
        wire.tap = (from, packet) -> packet.has(Opcode.READ_RESPONSE) && left[0]-- > 0 ? 0 : 1;
        a.post(wr(a, 0, READ, b));
        for (int i = 1; i <= 50; i++) {
            a.post(wr(a, i, WrOpcode.RDMA_WRITE, b));
            wire.runUntil(20_000_000L * i);
        }
        assertThat(a.sent()).as("within a second").hasSize(51).allMatch(wc -> wc.isSuccess());
    }

    private static SendWr wr(Host a, long id, WrOpcode opcode, Host b) {
        return new SendWr()
                .wrId(id)
                .opcode(opcode)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(b.region.address(), b.region.rkey())
                .addSge(a.region.address(), 8, a.region.lkey());
    }
}
