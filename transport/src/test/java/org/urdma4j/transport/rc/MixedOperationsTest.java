package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Forty operations of every kind over a wire that loses and duplicates, across the PSN wrap. */
class MixedOperationsTest {
    private static final int MEMORY = 1 << 20;
    private static final int HALF = MEMORY / 2;
    private static final int OPERATIONS = 40;
    private static final int MAX_BYTES = 12_000;
    private static final long COUNTER_START = 1000;
    private static final double IMPAIRMENT = 0.03;

    private final EngineConfig config = EngineConfig.builder().maxInFlightBytes(64 << 10).build();
    private final Host a = new Host("a", config, MEMORY, 1);
    private final Host b = new Host("b", config, MEMORY, 2);
    private final Wire wire = new Wire(a, b);
    private final List<Expectation> expectations = new ArrayList<>();
    private Random random;
    private long counter = COUNTER_START;

    private record Expectation(MemorySegment actual, MemorySegment expected) {}

    static List<Integer> seeds() {
        return java.util.stream.IntStream.range(0, 100).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldPlaceEveryByteOnceAndCompleteInOrder(int seed) {
        random = new Random(seed);
        connect();
        fill(a.memory);
        fill(b.memory);
        b.memory.set(ValueLayout.JAVA_LONG, MEMORY - 8L, COUNTER_START);
        wire.tap =
                (from, packet) ->
                        random.nextDouble() < IMPAIRMENT
                                ? 0
                                : random.nextDouble() < IMPAIRMENT ? 2 : 1;

        for (int i = 0; i < OPERATIONS; i++) {
            post(i, i * (long) MAX_BYTES);
        }
        wire.run();

        List<WorkCompletion> done = a.sent();
        assertThat(done).extracting(WorkCompletion::status).containsOnly(WcStatus.SUCCESS);
        assertThat(done)
                .extracting(WorkCompletion::wrId)
                .containsExactlyElementsOf(
                        java.util.stream.LongStream.range(0, OPERATIONS).boxed().toList());
        for (Expectation expectation : expectations) {
            assertThat(expectation.actual().mismatch(expectation.expected())).isEqualTo(-1);
        }
    }

    private void connect() {
        int aPsn = 0xFFFFF0;
        int bPsn = 0xFFFFFA;
        a.connect(b, attr().rqPsn(bPsn).sqPsn(aPsn));
        b.connect(a, attr().rqPsn(aPsn).sqPsn(bPsn));
    }

    private static QpAttr attr() {
        return new QpAttr()
                .pathMtu(Mtu.MTU_1024)
                .qpAccessFlags(Host.ALL_ACCESS)
                .timeout(14)
                .retryCnt(7)
                .rnrRetry(7)
                .maxRdAtomic(4)
                .maxDestRdAtomic(4)
                .minRnrTimer(12);
    }

    private void fill(MemorySegment memory) {
        for (long i = 0; i < memory.byteSize(); i += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG, i, random.nextLong());
        }
    }

    private void post(int id, long offset) {
        int bytes = random.nextInt(MAX_BYTES);
        SendWr wr = new SendWr().wrId(id).sendFlags(SendFlags.SIGNALED);
        long remote = b.region.address() + offset;
        switch (random.nextInt(5)) {
            case 0 -> wr.opcode(WrOpcode.RDMA_WRITE).rdma(remote, b.region.rkey());
            case 1 -> {
                wr.opcode(WrOpcode.RDMA_WRITE_WITH_IMM).rdma(remote, b.region.rkey());
                b.post(new RecvWr().wrId(id));
            }
            case 2 -> {
                wr.opcode(WrOpcode.SEND);
                b.post(new RecvWr().wrId(id).addSge(remote, bytes, b.region.lkey()));
            }
            case 3 -> {
                long from = random.nextInt(HALF - MAX_BYTES) + (long) HALF;
                wr.opcode(WrOpcode.RDMA_READ).rdma(b.region.address() + from, b.region.rkey());
                expect(a.memory.asSlice(offset, bytes), b.memory.asSlice(from, bytes));
                a.post(wr.addSge(a.region.address() + offset, bytes, a.region.lkey()));
                return;
            }
            default -> {
                wr.opcode(WrOpcode.ATOMIC_FETCH_AND_ADD)
                        .atomic(b.region.address() + MEMORY - 8, b.region.rkey(), 1, 0);
                MemorySegment before = MemorySegment.ofArray(new long[] {counter++});
                expectations.add(new Expectation(a.memory.asSlice(offset, 8), before));
                a.post(wr.addSge(a.region.address() + offset, 8, a.region.lkey()));
                return;
            }
        }
        expect(b.memory.asSlice(offset, bytes), a.memory.asSlice(offset, bytes));
        a.post(wr.addSge(a.region.address() + offset, bytes, a.region.lkey()));
    }

    private void expect(MemorySegment actual, MemorySegment expected) {
        MemorySegment copy = MemorySegment.ofArray(new byte[(int) expected.byteSize()]);
        expectations.add(new Expectation(actual, copy.copyFrom(expected)));
    }
}
