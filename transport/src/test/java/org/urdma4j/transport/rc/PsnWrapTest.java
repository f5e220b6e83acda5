package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Every kind of flow across the wrap of the sequence numbers, undisturbed and with loss. */
class PsnWrapTest {
    private static final int START = 0xFFFFF0;
    private static final int OPERATIONS = 40;
    private static final int BYTES = 700;
    private static final int STRIDE = 1024;
    private static final int MEMORY = OPERATIONS * STRIDE;
    private static final Set<WrOpcode> SUPPORTED =
            EnumSet.of(
                    WrOpcode.SEND,
                    WrOpcode.SEND_WITH_IMM,
                    WrOpcode.RDMA_WRITE,
                    WrOpcode.RDMA_WRITE_WITH_IMM,
                    WrOpcode.RDMA_READ,
                    WrOpcode.ATOMIC_CMP_AND_SWP,
                    WrOpcode.ATOMIC_FETCH_AND_ADD);

    private final Host a = new Host("a", EngineConfig.DEFAULT, MEMORY, 1);
    private final Host b = new Host("b", EngineConfig.DEFAULT, MEMORY, 2);
    private final Wire wire = new Wire(a, b);
    private final Random random = new Random(7);

    static Stream<Arguments> flows() {
        return SUPPORTED.stream()
                .flatMap(
                        opcode -> Stream.of(Arguments.of(opcode, 0.0), Arguments.of(opcode, 0.05)));
    }

    @ParameterizedTest
    @MethodSource("flows")
    void shouldCrossTheWrap(WrOpcode opcode, double loss) {
        QpAttr attr =
                new QpAttr()
                        .pathMtu(Mtu.MTU_256)
                        .qpAccessFlags(Host.ALL_ACCESS)
                        .timeout(14)
                        .retryCnt(7)
                        .rnrRetry(7)
                        .maxRdAtomic(4)
                        .maxDestRdAtomic(4)
                        .minRnrTimer(1);
        a.connect(b, attr.sqPsn(START).rqPsn(START));
        b.connect(a, attr.sqPsn(START).rqPsn(START));
        for (int i = 0; i < MEMORY; i++) {
            a.memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
            b.memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
        wire.tap = (_, _) -> random.nextDouble() < loss ? 0 : 1;
        boolean atomic = opcode.name().startsWith("ATOMIC");
        if (atomic) {
            b.memory.set(ValueLayout.JAVA_LONG, 0, 0);
        }

        for (int i = 0; i < OPERATIONS; i++) {
            post(i, opcode, atomic);
        }
        wire.run();

        assertThat(a.sent())
                .allSatisfy(c -> assertThat(c.status()).isEqualTo(WcStatus.SUCCESS))
                .extracting(WorkCompletion::wrId)
                .containsExactlyElementsOf(LongStream.range(0, OPERATIONS).boxed().toList());
        assertThat(a.count(Counter.RETRANSMITTED_PKTS) > 0).isEqualTo(loss > 0);
        assertThat(wire.log).anyMatch(line -> line.contains("psn=0xffffff"));
        if (atomic) {
            expectAtomicResults();
        } else {
            expectBytes();
        }
    }

    private void post(int id, WrOpcode opcode, boolean atomic) {
        long offset = (long) id * STRIDE;
        long bytes = atomic ? Long.BYTES : BYTES;
        SendWr wr =
                new SendWr()
                        .wrId(id)
                        .opcode(opcode)
                        .addSge(a.region.address() + offset, bytes, a.region.lkey());
        if (atomic) {
            // Each adds one: by addition, or by replacing what the one before left.
            boolean add = opcode == WrOpcode.ATOMIC_FETCH_AND_ADD;
            wr.atomic(b.region.address(), b.region.rkey(), add ? 1 : id, id + 1L);
        } else {
            wr.rdma(b.region.address() + offset, b.region.rkey());
            b.post(
                    new RecvWr()
                            .wrId(id)
                            .addSge(b.region.address() + offset, BYTES, b.region.lkey()));
        }
        a.post(wr);
    }

    private void expectAtomicResults() {
        assertThat(b.memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(OPERATIONS);
        for (int i = 0; i < OPERATIONS; i++) {
            assertThat(a.memory.get(ValueLayout.JAVA_LONG, (long) i * STRIDE)).isEqualTo(i);
        }
    }

    private void expectBytes() {
        for (int i = 0; i < OPERATIONS; i++) {
            long from = (long) i * STRIDE;
            assertThat(
                            MemorySegment.mismatch(
                                    a.memory, from, from + BYTES, b.memory, from, from + BYTES))
                    .isEqualTo(-1);
        }
    }
}
