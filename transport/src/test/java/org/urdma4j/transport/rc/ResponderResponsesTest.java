package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** READs and atomic operations: their answers, and how many may be outstanding. */
class ResponderResponsesTest {
    private final Solo solo = new Solo();

    private HandMade read(int index, long bytes) {
        return packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN + index)
                .reth(solo.address(), solo.rkey(), bytes);
    }

    private HandMade compareSwap(int index, long compare, long swap) {
        return packet(Opcode.RC_COMPARE_SWAP, RQ_PSN + index)
                .atomic(solo.address(), solo.rkey(), swap, compare);
    }

    @Test
    void shouldReturnTheBytesOfARead() {
        solo.connect(Solo.attr());
        byte[] content = new byte[MTU + 3];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) (i * 31);
            solo.host.memory.set(ValueLayout.JAVA_BYTE, i, content[i]);
        }

        List<Captured> answers = solo.receive(read(0, content.length));

        assertThat(brief(answers))
                .containsExactly("READ_RESPONSE_FIRST 100", "READ_RESPONSE_LAST 101");
        assertThat(answers.getFirst().payload()).isEqualTo(java.util.Arrays.copyOf(content, MTU));
        assertThat(answers.getLast().payload())
                .isEqualTo(java.util.Arrays.copyOfRange(content, MTU, MTU + 3));
        assertThat(answers.getLast().headers.padCount()).isOne();
        assertThat(answers)
                .allSatisfy(a -> assertThat(a.headers.destQp()).isEqualTo(Solo.PEER_QPN));
    }

    @Test
    void shouldCountTheSequenceNumbersOfARead() {
        solo.connect(Solo.attr());

        assertThat(brief(solo.receive(read(0, 3L * MTU), read(3, 1))))
                .containsExactly(
                        "READ_RESPONSE_FIRST 100",
                        "READ_RESPONSE_MIDDLE 101",
                        "READ_RESPONSE_LAST 102",
                        "READ_RESPONSE_ONLY 103");
    }

    @Test
    void shouldCompareAndSwap() {
        solo.connect(Solo.attr());
        solo.host.memory.set(ValueLayout.JAVA_LONG, 0, 5);

        List<Captured> answers =
                solo.receive(compareSwap(0, 5, 6), compareSwap(1, 5, 7), compareSwap(2, 6, -1));

        assertThat(answers).extracting(a -> a.headers.originalData()).containsExactly(5L, 6L, 6L);
        assertThat(solo.host.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(-1);
    }

    @Test
    void shouldWrapAroundWhenAdding() {
        solo.connect(Solo.attr());
        solo.host.memory.set(ValueLayout.JAVA_LONG, 0, Long.MAX_VALUE);

        solo.receive(packet(Opcode.RC_FETCH_ADD, RQ_PSN).atomic(solo.address(), solo.rkey(), 1, 0));

        assertThat(solo.host.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void shouldRefuseAReadBeyondItsResources() {
        solo.connect(Solo.attr().maxDestRdAtomic(2).rateLimit(1000));
        solo.host.post(new RecvWr().wrId(1));
        long slow = 16L * MTU;
        List<Captured> answers = new ArrayList<>(solo.receive(read(0, slow), read(16, slow)));

        answers.addAll(solo.receive(read(32, 8)));
        answers.addAll(solo.elapse(1_000_000_000));

        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.host.events).containsExactly(EventType.QP_REQ_ERR);
        assertThat(solo.received()).containsExactly("1 WR_FLUSH_ERR");
        assertThat(answers).hasSize(33);
        assertThat(answers.getLast()).hasToString("NAK61 132");
    }

    @Test
    void shouldTakeAsManyReadsInARowAsAreAnsweredInBetween() {
        solo.connect(Solo.attr().maxDestRdAtomic(1));

        for (int i = 0; i < 10; i++) {
            assertThat(brief(solo.receive(read(i, 8))))
                    .containsExactly("READ_RESPONSE_ONLY " + (RQ_PSN + i));
        }
    }

    @Test
    void shouldTakeMoreAtOnceWhenTheLimitGrowsInSqd() {
        solo.connect(Solo.attr().maxDestRdAtomic(1));
        assertThat(brief(solo.receive(compareSwap(0, 0, 9)))).hasSize(1);
        limit(3);

        assertThat(brief(solo.receiveTogether(read(1, 8), read(2, 8), compareSwap(0, 0, 9))))
                .as("two at once, and the one before is remembered")
                .containsExactly(
                        "ATOMIC_ACKNOWLEDGE 100",
                        "READ_RESPONSE_ONLY 101",
                        "READ_RESPONSE_ONLY 102");
        assertThat(solo.host.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(9);
    }

    @Test
    void shouldTakeFewerAtOnceWhenTheLimitSinksInSqd() {
        solo.connect(Solo.attr().maxDestRdAtomic(4));
        for (int i = 0; i < 3; i++) {
            solo.receive(read(i, 8));
        }
        limit(1);

        assertThat(brief(solo.receive(read(2, 8))))
                .as("the newest is remembered")
                .containsExactly("READ_RESPONSE_ONLY 102");
        assertThat(brief(solo.receiveTogether(read(3, 8), read(4, 8))))
                .containsExactly("READ_RESPONSE_ONLY 103", "NAK61 104");
    }

    private void limit(int maxDestRdAtomic) {
        QpAttr drain = new QpAttr().qpState(QpState.SQD);
        solo.host.qp.modify(drain, drain.mask(), null, 0);
        QpAttr limit = new QpAttr().maxDestRdAtomic(maxDestRdAtomic);
        solo.host.qp.modify(limit, limit.mask(), null, 0);
    }

    @Test
    void shouldRefuseEveryReadWithoutResources() {
        solo.connect(Solo.attr().maxDestRdAtomic(0));

        assertThat(brief(solo.receive(read(0, 8)))).containsExactly("NAK61 100");
    }

    @Test
    void shouldRefuseEveryAtomicOperationWithoutResources() {
        solo.connect(Solo.attr().maxDestRdAtomic(0));
        solo.host.memory.set(ValueLayout.JAVA_LONG, 0, 5);

        assertThat(brief(solo.receive(compareSwap(0, 5, 6)))).containsExactly("NAK61 100");
        assertThat(solo.host.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(5);
    }

    @Test
    void shouldSendAnswersBeforeTheNakThatComesAfterThem() {
        solo.connect(Solo.attr());

        List<Captured> answers =
                solo.receiveTogether(
                        packet(Opcode.RC_RDMA_WRITE_ONLY, RQ_PSN).reth(0, 0, 0),
                        read(1, 2L * MTU),
                        compareSwap(3, 0, 0),
                        packet(Opcode.RC_SEND_LAST, RQ_PSN + 4).payload(1),
                        read(5, 8));

        assertThat(brief(answers))
                .containsExactly(
                        "READ_RESPONSE_FIRST 101",
                        "READ_RESPONSE_LAST 102",
                        "ATOMIC_ACKNOWLEDGE 103",
                        "NAK61 104");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.ERR);
        assertThat(solo.receive(read(5, 8), read(1, 8))).isEmpty();
    }
}
