package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.HandMade.packet;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.RQ_PSN;
import static org.urdma4j.transport.rc.Solo.brief;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.RecvWr;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Requests that come a second time (IBTA 1.4 §9.7.5.1): answered again, never executed again. */
class ResponderDuplicateTest {
    private static final int READ_BYTES = 5 * MTU - 100;
    private static final long COUNTER = 40;

    private final Solo solo = Solo.connected();

    private HandMade read(int index, long offset, long bytes) {
        return read(index, solo.address() + offset, solo.rkey(), bytes);
    }

    private static HandMade read(int index, long address, int rkey, long bytes) {
        return packet(Opcode.RC_RDMA_READ_REQUEST, RQ_PSN + index).reth(address, rkey, bytes);
    }

    private HandMade fetchAdd(int index, long add) {
        return packet(Opcode.RC_FETCH_ADD, RQ_PSN + index)
                .atomic(solo.address(), solo.rkey(), add, 0);
    }

    private HandMade write(int index, byte content) {
        return packet(Opcode.RC_RDMA_WRITE_ONLY, RQ_PSN + index)
                .reth(solo.address(), solo.rkey(), 1)
                .payload(new byte[] {content});
    }

    @Test
    void shouldAcknowledgeTheLastPacketWhenASendComesAgain() {
        for (int i = 0; i < 3; i++) {
            solo.host.post(new RecvWr().wrId(i));
        }
        HandMade first = packet(Opcode.RC_SEND_ONLY, RQ_PSN);
        solo.receive(first, packet(Opcode.RC_SEND_ONLY, RQ_PSN + 1));

        assertThat(brief(solo.receive(first))).containsExactly("ACK 101");
        assertThat(solo.received()).containsExactly("0 SUCCESS", "1 SUCCESS");
        assertThat(solo.host.count(Counter.DUPLICATE_REQUEST)).isOne();
        assertThat(solo.host.count(Counter.RDMA_RECVS)).isEqualTo(2);
    }

    @Test
    void shouldNotWriteAgain() {
        solo.receive(write(0, (byte) 1), write(1, (byte) 2));

        assertThat(brief(solo.receive(write(0, (byte) 1)))).containsExactly("ACK 101");
        assertThat(solo.host.memory.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 2);
    }

    @Test
    void shouldAcknowledgeAMiddlePacketThatComesAgainInsideItsMessage() {
        HandMade first =
                packet(Opcode.RC_RDMA_WRITE_FIRST, RQ_PSN)
                        .reth(solo.address(), solo.rkey(), 4 * MTU)
                        .payload(MTU);
        HandMade middle = packet(Opcode.RC_RDMA_WRITE_MIDDLE, RQ_PSN + 1).payload(MTU);
        solo.receive(first, middle);

        assertThat(brief(solo.receive(first, middle))).containsExactly("ACK 101", "ACK 101");
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
    }

    @Test
    void shouldAnswerAReadAgainFromMemory() {
        solo.receive(read(0, 0, READ_BYTES));
        solo.host.memory.set(ValueLayout.JAVA_BYTE, 0, (byte) 0x5a);

        var again = solo.receive(read(0, 0, READ_BYTES));

        assertThat(brief(again))
                .containsExactly(
                        "READ_RESPONSE_FIRST 100",
                        "READ_RESPONSE_MIDDLE 101",
                        "READ_RESPONSE_MIDDLE 102",
                        "READ_RESPONSE_MIDDLE 103",
                        "READ_RESPONSE_LAST 104");
        assertThat(again.getFirst().payload()[0]).isEqualTo((byte) 0x5a);
        assertThat(solo.host.count(Counter.RDMA_READS)).isOne();
    }

    @Test
    void shouldAnswerTheRestOfARead() {
        for (int i = 0; i < READ_BYTES; i++) {
            solo.host.memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i / MTU));
        }
        solo.receive(read(0, 0, READ_BYTES));

        var again = solo.receive(read(3, 3L * MTU, READ_BYTES - 3L * MTU));

        assertThat(brief(again))
                .containsExactly("READ_RESPONSE_FIRST 103", "READ_RESPONSE_LAST 104");
        assertThat(again.getFirst().payload()).hasSize(MTU).containsOnly(3);
        assertThat(again.getLast().payload()).hasSize(MTU - 100).containsOnly(4);
    }

    @Test
    void shouldAnswerAPartInTheMiddleOfARead() {
        solo.receive(read(0, 0, READ_BYTES));

        assertThat(brief(solo.receive(read(1, MTU, 2L * MTU))))
                .containsExactly("READ_RESPONSE_FIRST 101", "READ_RESPONSE_LAST 102");
        assertThat(brief(solo.receive(read(2, 2L * MTU, 10))))
                .containsExactly("READ_RESPONSE_ONLY 102");
    }

    @Test
    void shouldDropAReadThatDiffersFromTheOneItRepeats() {
        solo.receive(read(0, 0, READ_BYTES));

        assertThat(brief(solo.receive(read(0, 8, 8)))).as("other address").isEmpty();
        assertThat(brief(solo.receive(read(1, 0, 8)))).as("address of another packet").isEmpty();
        assertThat(brief(solo.receive(read(0, solo.address(), solo.rkey() + 1, 8))))
                .as("other key")
                .isEmpty();
        assertThat(brief(solo.receive(read(0, 0, READ_BYTES + 1)))).as("longer").isEmpty();
        assertThat(solo.host.qp.state()).isEqualTo(QpState.RTS);
        assertThat(solo.host.count(Counter.DUPLICATE_REQUEST)).isEqualTo(4);
    }

    @Test
    void shouldDropAReadThatIsForgotten() {
        solo.receive(read(0, 0, 8));
        for (int i = 1; i <= 4; i++) {
            solo.receive(read(i, 0, 8));
        }

        assertThat(brief(solo.receive(read(0, 0, 8)))).isEmpty();
        assertThat(brief(solo.receive(read(1, 0, 8)))).containsExactly("READ_RESPONSE_ONLY 101");
    }

    @Test
    void shouldDropAReadWhereAWriteWas() {
        solo.receive(write(0, (byte) 1));

        assertThat(brief(solo.receive(read(0, 0, 8)))).isEmpty();
    }

    @Test
    void shouldReplayTheResultOfAnAtomicOperationAndExecuteItOnce() {
        solo.host.memory.set(ValueLayout.JAVA_LONG, 0, COUNTER);
        var first = solo.receive(fetchAdd(0, 2));

        var again = solo.receive(fetchAdd(0, 2));

        assertThat(brief(again)).containsExactly("ATOMIC_ACKNOWLEDGE 100");
        assertThat(first.getFirst().headers.originalData()).isEqualTo(COUNTER);
        assertThat(again.getFirst().headers.originalData()).isEqualTo(COUNTER);
        assertThat(solo.host.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(COUNTER + 2);
        assertThat(solo.host.count(Counter.RDMA_ATOMICS)).isOne();
    }

    @Test
    void shouldReplayEachOfSeveralAtomicOperations() {
        solo.host.memory.set(ValueLayout.JAVA_LONG, 0, COUNTER);
        solo.receive(fetchAdd(0, 1), fetchAdd(1, 1), fetchAdd(2, 1), fetchAdd(3, 1));

        for (int i = 0; i < 4; i++) {
            assertThat(solo.receive(fetchAdd(i, 1)).getFirst().headers.originalData())
                    .isEqualTo(COUNTER + i);
        }
        assertThat(solo.host.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(COUNTER + 4);
    }

    @Test
    void shouldDropAnAtomicOperationThatIsForgotten() {
        solo.host.memory.set(ValueLayout.JAVA_LONG, 0, COUNTER);
        for (int i = 0; i <= 4; i++) {
            solo.receive(fetchAdd(i, 1));
        }

        assertThat(brief(solo.receive(fetchAdd(0, 1)))).isEmpty();
        assertThat(solo.host.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(COUNTER + 5);
    }

    @Test
    void shouldDropAnAtomicOperationWhereAReadWas() {
        solo.receive(read(0, 0, READ_BYTES));

        assertThat(brief(solo.receive(fetchAdd(1, 1)))).isEmpty();
        assertThat(solo.host.memory.get(ValueLayout.JAVA_LONG, 0)).isZero();
    }

    @Test
    void shouldRepeatAnswersInTheOrderOfTheirSequenceNumbers() {
        byte[] content = new byte[MTU];
        Arrays.fill(content, (byte) 7);
        solo.receive(read(0, 0, MTU), read(1, MTU, 3L * MTU));

        var again =
                solo.receiveTogether(read(1, MTU, 3L * MTU), read(0, 0, MTU), read(1, MTU, MTU));

        assertThat(brief(again)).startsWith("READ_RESPONSE_ONLY 100", "READ_RESPONSE_FIRST 101");
    }
}
