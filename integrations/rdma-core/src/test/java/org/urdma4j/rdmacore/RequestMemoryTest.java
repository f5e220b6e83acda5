package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Requests as a device's functions see them: each is copied by a function that stands in for one.
 */
@SuppressWarnings("restricted") // as calls of C are
class RequestMemoryTest {
    private static final long QUEUE = 0x1234;
    private static final int MAX_INLINE = 32;

    private final Arena arena = Arena.ofShared();
    private final List<byte[]> taken = new ArrayList<>();
    private final List<List<Long>> lists = new ArrayList<>();
    private final List<Integer> chains = new ArrayList<>();
    private MemorySegment function;
    private Struct struct = Structs.SEND_WR;
    private int room = Integer.MAX_VALUE;
    private int refusal = Errno.ENOMEM.value();

    @BeforeEach
    void makeFunction() throws Exception {
        function =
                Linker.nativeLinker()
                        .upcallStub(
                                MethodHandles.lookup()
                                        .bind(
                                                this,
                                                "post",
                                                MethodType.methodType(
                                                        int.class,
                                                        long.class,
                                                        long.class,
                                                        MemorySegment.class)),
                                FunctionDescriptor.of(
                                        JAVA_INT,
                                        JAVA_LONG,
                                        JAVA_LONG,
                                        ADDRESS.withTargetLayout(JAVA_LONG)),
                                arena);
    }

    @AfterEach
    void free() {
        arena.close();
    }

    /** Called by way of C. */
    int post(long queue, long first, MemorySegment refused) {
        assertThat(queue).isEqualTo(QUEUE);
        int count = 0;
        for (long at = first; at != 0; count++) {
            if (taken.size() == room) {
                refused.set(JAVA_LONG, 0, at);
                return refusal;
            }
            MemorySegment request = Libibverbs.at(at, struct);
            taken.add(request.toArray(JAVA_BYTE));
            lists.add(entries(request));
            at = request.get(JAVA_LONG, struct.at("next"));
        }
        chains.add(count);
        return 0;
    }

    private List<Long> entries(MemorySegment request) {
        List<Long> numbers = new ArrayList<>();
        int count = request.get(JAVA_INT, struct.at("num_sge"));
        MemorySegment list =
                MemorySegment.ofAddress(request.get(JAVA_LONG, struct.at("sg_list")))
                        .reinterpret(count * Structs.SGE.size());
        for (int i = 0; i < count; i++) {
            long at = i * Structs.SGE.size();
            numbers.add(list.get(JAVA_LONG, at + Structs.SGE.at("addr")));
            numbers.add(Integer.toUnsignedLong(list.get(JAVA_INT, at + Structs.SGE.at("length"))));
            numbers.add((long) list.get(JAVA_INT, at + Structs.SGE.at("lkey")));
        }
        return numbers;
    }

    private static SendQueue sends() {
        return new SendQueue(QpType.RC, null, new QpCap(64, 64, 2, 2, MAX_INLINE), false);
    }

    private long u64(int request, String field) {
        return MemorySegment.ofArray(taken.get(request))
                .get(JAVA_LONG.withByteAlignment(1), struct.at(field));
    }

    private int u32(int request, String field) {
        return MemorySegment.ofArray(taken.get(request))
                .get(JAVA_INT.withByteAlignment(1), struct.at(field));
    }

    @Test
    void shouldWriteWhatARequestSays() {
        SendWr write =
                new SendWr()
                        .wrId(-7)
                        .opcode(WrOpcode.RDMA_WRITE_WITH_IMM)
                        .sendFlags(SendFlags.SIGNALED | SendFlags.FENCE)
                        .immData(0x01020304)
                        .rdma(0x7000_0000_0001L, 0x99)
                        .addSge(0x1000, 1L << 31, 5)
                        .addSge(0x2000, 3, 6);
        assertThat(sends().post(function, QUEUE, write)).isEqualTo(PostStatus.OK);

        assertThat(u64(0, "wr_id")).isEqualTo(-7);
        assertThat(u32(0, "opcode")).isEqualTo(1);
        assertThat(u32(0, "send_flags")).isEqualTo(3);
        assertThat(u64(0, "wr.rdma.remote_addr")).isEqualTo(0x7000_0000_0001L);
        assertThat(u32(0, "wr.rdma.rkey")).isEqualTo(0x99);
        assertThat(lists.getFirst()).containsExactly(0x1000L, 1L << 31, 5L, 0x2000L, 3L, 6L);
        int imm = (int) struct.at("imm_data");
        assertThat(IntStream.range(imm, imm + 4).map(i -> taken.getFirst()[i]).toArray())
                .containsExactly(1, 2, 3, 4);
    }

    @Test
    void shouldWriteAtomics() {
        SendWr atomic =
                new SendWr()
                        .opcode(WrOpcode.ATOMIC_CMP_AND_SWP)
                        .atomic(0x8000, 0x77, 11, 12)
                        .addSge(0x1000, 8, 5);
        assertThat(sends().post(function, QUEUE, atomic)).isEqualTo(PostStatus.OK);
        assertThat(u64(0, "wr.atomic.remote_addr")).isEqualTo(0x8000);
        assertThat(u64(0, "wr.atomic.compare_add")).isEqualTo(11);
        assertThat(u64(0, "wr.atomic.swap")).isEqualTo(12);
        assertThat(u32(0, "wr.atomic.rkey")).isEqualTo(0x77);
    }

    /** From the heap, too, and each request of a chain has room of its own. */
    @Test
    void shouldCopyInlineData() {
        SendWr[] both = {
            new SendWr().inlineData(MemorySegment.ofArray(new byte[] {1, 2, 3})),
            new SendWr().inlineData(MemorySegment.ofArray(new byte[MAX_INLINE]))
        };
        SendQueue sends = sends();
        assertThat(sends.post(function, QUEUE, both, 0, 2)).isEqualTo(2);
        assertThat(u32(0, "send_flags")).isEqualTo(SendFlags.INLINE);
        long address = lists.getFirst().getFirst();
        assertThat(lists.getFirst().get(1)).isEqualTo(3);
        assertThat(lists.get(1).get(1)).isEqualTo(MAX_INLINE);
        assertThat(lists.get(1).getFirst()).isEqualTo(address + MAX_INLINE);
        assertThat(sends.memory().asSlice(address - sends.memory().address(), 3).toArray(JAVA_BYTE))
                .containsExactly(1, 2, 3);
    }

    @Test
    void shouldRefuseWhatNeverFits() {
        SendQueue sends = sends();
        List<SendWr> wrong =
                List.of(
                        new SendWr().addSge(0, 1, 1).addSge(0, 1, 1).addSge(0, 1, 1),
                        new SendWr().inlineData(MemorySegment.ofArray(new byte[MAX_INLINE + 1])),
                        new SendWr().inlineData(MemorySegment.NULL).addSge(0, 1, 1),
                        new SendWr().sendFlags(SendFlags.INLINE).addSge(0, 1, 1),
                        new SendWr()
                                .opcode(WrOpcode.RDMA_READ)
                                .inlineData(MemorySegment.ofArray(new byte[1])),
                        new SendWr().opcode(WrOpcode.TSO));
        for (SendWr each : wrong) {
            assertThat(sends.post(function, QUEUE, each))
                    .as(each.toString())
                    .isEqualTo(PostStatus.INVALID_REQUEST);
        }
        assertThat(taken).isEmpty();
    }

    /** An unreliable connection has no way back for what a READ asks for. */
    @Test
    void shouldRefuseWhatNeedsAnAnswerOnUc() {
        SendQueue sends = new SendQueue(QpType.UC, null, new QpCap(64, 64, 2, 2, 0), false);
        SendWr read = new SendWr().opcode(WrOpcode.RDMA_READ);
        assertThat(sends.post(function, QUEUE, read)).isEqualTo(PostStatus.INVALID_REQUEST);
        assertThat(sends.post(function, QUEUE, new SendWr())).isEqualTo(PostStatus.OK);
    }

    @Test
    void shouldPostManyInChains() {
        SendWr[] many =
                IntStream.range(0, 40).mapToObj(i -> new SendWr().wrId(i)).toArray(SendWr[]::new);
        assertThat(sends().post(function, QUEUE, many, 1, 40)).isEqualTo(39);
        assertThat(chains).containsExactly(16, 16, 7);
        assertThat(IntStream.range(0, 39).mapToLong(i -> u64(i, "wr_id")).toArray())
                .containsExactly(IntStream.range(1, 40).asLongStream().toArray());
    }

    @Test
    void shouldStopWhereTheDeviceHasNoRoom() {
        SendWr[] many =
                IntStream.range(0, 40).mapToObj(i -> new SendWr().wrId(i)).toArray(SendWr[]::new);
        room = 19;
        SendQueue sends = sends();
        assertThat(sends.post(function, QUEUE, many, 0, 40)).isEqualTo(19);
        assertThat(sends.post(function, QUEUE, many[19])).isEqualTo(PostStatus.QUEUE_FULL);
        refusal = Errno.EINVAL.value();
        assertThat(sends.post(function, QUEUE, many[19])).isEqualTo(PostStatus.INVALID_REQUEST);
        room = 20;
        assertThat(sends.post(function, QUEUE, many[19])).isEqualTo(PostStatus.OK);
    }

    /** The device would take more. */
    @Test
    void shouldHoldPlacesUntilCompletionsAreTaken() {
        SendWr[] many =
                IntStream.range(0, 80)
                        .mapToObj(i -> new SendWr().wrId(i).sendFlags(i % 2 * SendFlags.SIGNALED))
                        .toArray(SendWr[]::new);
        SendQueue sends = sends();
        assertThat(sends.post(function, QUEUE, many, 0, 80)).isEqualTo(64);
        assertThat(sends.post(function, QUEUE, many[64])).isEqualTo(PostStatus.QUEUE_FULL);
        assertThat(taken).hasSize(64);
        sends.slots().succeeded();
        assertThat(sends.post(function, QUEUE, many, 64, 80)).isEqualTo(2);
        assertThat(sends.post(function, QUEUE, many[66])).isEqualTo(PostStatus.QUEUE_FULL);
    }

    /** What stands behind it isn't posted, nor is it itself. */
    @Test
    void shouldStopBeforeARequestThatNeverFits() {
        SendWr[] some = {new SendWr(), new SendWr().opcode(WrOpcode.TSO), new SendWr()};
        assertThat(sends().post(function, QUEUE, some, 0, 3)).isEqualTo(1);
        assertThat(taken).hasSize(1);
        assertThat(sends().post(function, QUEUE, some, 1, 3)).isZero();
        assertThat(taken).hasSize(1);
    }

    @Test
    void shouldWriteReceives() {
        struct = Structs.RECV_WR;
        ReceiveQueue receives = new ReceiveQueue(new QpCap(64, 64, 2, 1, 0));
        assertThat(receives.post(function, QUEUE, new RecvWr().wrId(5).addSge(1, 2, 3)))
                .isEqualTo(PostStatus.OK);
        assertThat(receives.post(function, QUEUE, new RecvWr().wrId(6))).isEqualTo(PostStatus.OK);
        assertThat(u64(0, "wr_id")).isEqualTo(5);
        assertThat(lists).containsExactly(List.of(1L, 2L, 3L), List.of());
        RecvWr tooLong = new RecvWr().addSge(1, 2, 3).addSge(1, 2, 3);
        assertThat(receives.post(function, QUEUE, tooLong)).isEqualTo(PostStatus.INVALID_REQUEST);
    }
}
