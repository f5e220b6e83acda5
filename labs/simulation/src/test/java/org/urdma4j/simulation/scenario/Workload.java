package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.simulation.host.Peer;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The operations of a scenario and their receives, each in a piece of memory of its own, and what
 * must come of them.
 */
final class Workload {
    static final int MEMORY_PIECES = 64;

    /** Bytes of each operation at most, and from one to the next. */
    static final int PIECE = 8 << 10;

    /** The piece of the first receive. */
    private static final int RECEIVES = MEMORY_PIECES / 2;

    private static final int IMMEDIATE = 0x1234_5678;

    /** Keeps messages from being multiples of four bytes, so that they are padded. */
    private static final int SHORT_BY = 5;

    private record Operation(Kind kind, int bytes, MemoryRegion invalidated) {}

    private final Peer a;
    private final Peer b;
    private final MemorySegment expectedAtA;
    private final MemorySegment expectedAtB;
    private final List<Operation> operations = new ArrayList<>();
    private int receivesPosted;
    private int receivesNeeded;

    Workload(Peer a, Peer b) {
        this.a = a;
        this.b = b;
        a.fill(1);
        b.fill(2);
        expectedAtA = copy(a.memory);
        expectedAtB = copy(b.memory);
    }

    private static MemorySegment copy(MemorySegment memory) {
        return MemorySegment.ofArray(new byte[(int) memory.byteSize()]).copyFrom(memory);
    }

    void post(Kind kind, int packets, boolean withReceive) {
        int id = operations.size();
        int at = id * PIECE;
        int bytes = kind.isAtomic() ? Long.BYTES : packets * Scenario.MTU - SHORT_BY;
        MemoryRegion invalidated =
                kind == Kind.SEND_INV
                        ? b.qp.protectionDomain()
                                .regMr(MemorySegment.ofArray(new long[1]), Peer.ALL_ACCESS)
                        : null;
        operations.add(new Operation(kind, bytes, invalidated));
        expect(kind, at, bytes);
        if (kind.consumesReceive()) {
            receivesNeeded++;
            if (withReceive) {
                postReceives();
            }
        }
        SendWr wr =
                new SendWr()
                        .wrId(id)
                        .opcode(kind.opcode)
                        .sendFlags(SendFlags.SIGNALED)
                        .immData(IMMEDIATE + id)
                        .addSge(a.region.sge(at, bytes));
        if (invalidated != null) {
            wr.invalidateRkey(invalidated.rkey());
        }
        if (kind.isAtomic()) {
            long before = b.memory.get(ValueLayout.JAVA_LONG, at);
            wr.atomic(
                    b.region.addr() + at,
                    b.region.rkey(),
                    kind == Kind.FETCH_ADD ? 1 : before,
                    ~before);
        } else if (!kind.isSend()) {
            wr.rdma(b.region.addr() + at, b.region.rkey());
        }
        a.post(wr);
    }

    private void expect(Kind kind, int at, int bytes) {
        if (kind.isAnswered()) {
            MemorySegment.copy(b.memory, at, expectedAtA, at, bytes);
        } else {
            int to = kind.isSend() ? (RECEIVES + receivesNeeded) * PIECE : at;
            MemorySegment.copy(a.memory, at, expectedAtB, to, bytes);
        }
        if (kind.isAtomic()) {
            long before = b.memory.get(ValueLayout.JAVA_LONG, at);
            long after = kind == Kind.FETCH_ADD ? before + 1 : ~before;
            expectedAtB.set(ValueLayout.JAVA_LONG_UNALIGNED, at, after);
        }
    }

    /** Posts the receives that are needed and not there. */
    void postReceives() {
        postReceives(receivesNeeded - receivesPosted);
    }

    void postReceives(int more) {
        for (int i = 0; i < more; i++) {
            long at = (long) (RECEIVES + receivesPosted) * PIECE;
            b.post(new RecvWr().wrId(receivesPosted++).addSge(b.region.sge(at, PIECE)));
        }
    }

    /** Returns how many atomic operations were posted. */
    long atomics() {
        return operations.stream().filter(operation -> operation.kind().isAtomic()).count();
    }

    void check(List<WorkCompletion> sent, List<WorkCompletion> received, PacketLog log) {
        List<Integer> receiving = new ArrayList<>();
        assertThat(sent).as("requests completed\n%s", log).hasSize(operations.size());
        for (int id = 0; id < operations.size(); id++) {
            Operation operation = operations.get(id);
            WorkCompletion done = sent.get(id);
            assertThat(done.status()).as("%s\n%s", done, log).isEqualTo(WcStatus.SUCCESS);
            assertThat(done.wrId()).isEqualTo(id);
            assertThat(done.opcode()).isEqualTo(operation.kind().completion);
            if (operation.kind().isAnswered()) {
                assertThat(done.byteLen()).isEqualTo(operation.bytes());
            }
            if (operation.kind().consumesReceive()) {
                receiving.add(id);
            }
        }
        assertThat(received).as("receives completed\n%s", log).hasSize(receiving.size());
        for (int i = 0; i < received.size(); i++) {
            assertThat(received.get(i).wrId()).isEqualTo(i);
            checkReceive(receiving.get(i), received.get(i));
        }
        assertThat(a.memory.mismatch(expectedAtA)).as("wrong byte at a\n%s", log).isEqualTo(-1);
        assertThat(b.memory.mismatch(expectedAtB)).as("wrong byte at b\n%s", log).isEqualTo(-1);
    }

    private void checkReceive(int id, WorkCompletion done) {
        Operation operation = operations.get(id);
        assertThat(done.status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(done.byteLen()).isEqualTo(operation.bytes());
        assertThat(done.opcode())
                .isEqualTo(operation.kind().isSend() ? WcOpcode.RECV : WcOpcode.RECV_RDMA_WITH_IMM);
        if (operation.kind() == Kind.SEND_IMM || operation.kind() == Kind.WRITE_IMM) {
            assertThat(done.wcFlags()).isEqualTo(WcFlags.WITH_IMM);
            assertThat(done.immData()).isEqualTo(IMMEDIATE + id);
        } else if (operation.invalidated() != null) {
            assertThat(done.wcFlags()).isEqualTo(WcFlags.WITH_INV);
            assertThat(done.invalidatedRkey()).isEqualTo(operation.invalidated().rkey());
        } else {
            assertThat(done.wcFlags()).isZero();
        }
    }
}
