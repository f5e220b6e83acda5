package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** What reliable connections carry, in all lengths around those of a packet, and in order. */
interface OperationCases extends Cases {
    private static void same(End from, long at, End to, long there, long bytes) {
        assertThat(to.memory().asSlice(there, bytes).mismatch(from.memory().asSlice(at, bytes)))
                .isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 256, 257, 1023, 1024, 1025, 4095, 4096, 4097, 12288, 300_001})
    default void shouldCarryEachOperation(int bytes) throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair[] both = pair().connected();
        byte[] rest = b.copy(bytes, 1000);

        End.post(both[1], b.receive(1, 0, End.MEMORY));
        End.post(both[0], a.request(WrOpcode.SEND, b, 0, bytes));
        WorkCompletion received = b.awaitSuccess(WcOpcode.RECV);
        assertThat(received.byteLen()).isEqualTo(bytes);
        assertThat(received.wcFlags()).isZero();
        assertThat(received.qpNum()).isEqualTo(both[1].qpNum());
        a.awaitSuccess(WcOpcode.SEND);
        same(a, 0, b, 0, bytes);
        assertThat(b.copy(bytes, 1000)).isEqualTo(rest);

        SendWr write = a.request(WrOpcode.RDMA_WRITE, b, 400_000, bytes);
        End.post(both[0], write);
        a.awaitSuccess(WcOpcode.RDMA_WRITE);
        same(a, 400_000, b, 400_000, bytes);

        SendWr read = a.request(WrOpcode.RDMA_READ, b, 0, bytes);
        read.clearSges().addSge(a.region.sge(700_000, bytes));
        read.rdma(b.region.addr() + 400_000, b.region.rkey());
        End.post(both[0], read);
        assertThat(a.awaitSuccess(WcOpcode.RDMA_READ).byteLen()).isEqualTo(bytes);
        same(b, 400_000, a, 700_000, bytes);

        End.post(both[1], b.receive(2, 0, 0));
        SendWr immediate = a.request(WrOpcode.RDMA_WRITE_WITH_IMM, b, 700_000, bytes);
        End.post(both[0], immediate.immData(0xfeedbeef));
        received = b.awaitSuccess(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(received.byteLen()).isEqualTo(bytes);
        assertThat(received.immData()).isEqualTo(0xfeedbeef);
        assertThat(received.wcFlags()).isEqualTo(WcFlags.WITH_IMM);
        a.awaitSuccess(WcOpcode.RDMA_WRITE);
        same(a, 700_000, b, 700_000, bytes);

        End.post(both[1], b.receive(3, 0, bytes));
        SendWr send = a.request(WrOpcode.SEND_WITH_IMM, b, 10, bytes).immData(-1);
        End.post(both[0], send);
        received = b.awaitSuccess(WcOpcode.RECV);
        assertThat(received.immData()).isEqualTo(-1);
        assertThat(received.wcFlags()).isEqualTo(WcFlags.WITH_IMM);
        a.awaitSuccess(WcOpcode.SEND);
        same(a, 10, b, 0, bytes);
    }

    @ParameterizedTest
    @EnumSource(names = {"SEND", "RDMA_WRITE", "RDMA_READ"})
    default void shouldGatherAndScatterPiecesOfAnyLength(WrOpcode opcode)
            throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair[] both = pair().connected();
        long[] lengths = {1, 0, 5000, 3333};
        SendWr request = a.request(opcode, b, 0, 0).clearSges();
        RecvWr receive = new RecvWr();
        for (int i = 0; i < lengths.length; i++) {
            request.addSge(a.region.sge(10_000L * i + i, lengths[i]));
            receive.addSge(b.region.sge(20_000L * i + 7, lengths[lengths.length - 1 - i]));
        }
        End.post(both[1], receive);
        End.post(both[0], request);
        a.await(WcStatus.SUCCESS);

        byte[] here = join(a, 10_000, 1, lengths, false);
        byte[] there;
        if (opcode == WrOpcode.SEND) {
            b.awaitSuccess(WcOpcode.RECV);
            there = join(b, 20_000, 7, lengths, true);
        } else {
            there = b.copy(0, here.length);
        }
        assertThat(here).isEqualTo(there);
    }

    /** Returns what lies in the pieces, one after the other. */
    private static byte[] join(End end, long step, long shift, long[] lengths, boolean backwards) {
        byte[] all = new byte[8334];
        int at = 0;
        for (int i = 0; i < lengths.length; i++) {
            long bytes = lengths[backwards ? lengths.length - 1 - i : i];
            byte[] piece = end.copy(step * i + (backwards ? shift : i), bytes);
            System.arraycopy(piece, 0, all, at, piece.length);
            at += piece.length;
        }
        return all;
    }

    @Test
    default void shouldSendInlineWhatWasThereWhenItWasPosted() throws InterruptedException {
        QueuePair[] both = pair().connected();
        byte[] text = "inline data".getBytes(StandardCharsets.US_ASCII);
        for (WrOpcode opcode : new WrOpcode[] {WrOpcode.SEND, WrOpcode.RDMA_WRITE}) {
            End.post(both[1], pair().b.receive(1, 0, 100));
            MemorySegment data = MemorySegment.ofArray(text.clone());
            SendWr request = pair().a.request(opcode, pair().b, 0, 0).clearSges();
            request.inlineData(data);
            End.post(both[0], request);
            data.fill((byte) 0);
            pair().a.await(WcStatus.SUCCESS);

            assertThat(pair().b.copy(0, text.length)).isEqualTo(text);
            pair().b.memory().asSlice(0, 100).fill((byte) 0);
        }
    }

    @Test
    default void shouldCompareSwapAndAddInTheOrderOfPosting() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair[] both = pair().connected();
        b.memory().set(ValueLayout.JAVA_LONG, 64, 40);
        WrOpcode add = WrOpcode.ATOMIC_FETCH_AND_ADD;
        WrOpcode swap = WrOpcode.ATOMIC_CMP_AND_SWP;
        long at = b.region.addr() + 64;
        int key = b.region.rkey();
        End.post(both[0], a.request(add, b, 0, 8).atomic(at, key, 2, 0));
        End.post(both[0], a.request(swap, b, 8, 8).atomic(at, key, 41, 7));
        End.post(both[0], a.request(swap, b, 16, 8).atomic(at, key, 42, -5));
        End.post(both[0], a.request(add, b, 24, 8).atomic(at, key, -1, 0));

        WcOpcode[] expected = {
            WcOpcode.FETCH_ADD, WcOpcode.COMP_SWAP, WcOpcode.COMP_SWAP, WcOpcode.FETCH_ADD
        };
        for (WcOpcode opcode : expected) {
            assertThat(a.awaitSuccess(opcode).byteLen()).isEqualTo(8);
        }
        long[] before = a.memory().asSlice(0, 32).toArray(ValueLayout.JAVA_LONG);
        assertThat(before).containsExactly(40, 42, 42, -5);
        assertThat(b.memory().get(ValueLayout.JAVA_LONG, 64)).isEqualTo(-6);
    }

    @Test
    default void shouldCompleteInTheOrderOfPostingAndReadWhatWasWritten()
            throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair[] both = pair().connected();
        for (int i = 0; i < 20; i++) {
            a.memory().asSlice(i * 3000L, 3000).fill((byte) (i + 1));
        }
        for (int i = 0; i < 20; i++) {
            SendWr write = a.request(WrOpcode.RDMA_WRITE, b, i * 3000L, 3000).wrId(2L * i);
            End.post(both[0], write.rdma(b.region.addr(), b.region.rkey()));
            SendWr read = a.request(WrOpcode.RDMA_READ, b, 100_000 + i * 3000L, 3000);
            End.post(both[0], read.wrId(2L * i + 1).rdma(b.region.addr(), b.region.rkey()));
        }
        for (int i = 0; i < 40; i++) {
            assertThat(a.await(WcStatus.SUCCESS).wrId()).isEqualTo(i);
        }
        for (int i = 0; i < 20; i++) {
            // The READ sees its own WRITE or, as the next WRITE needs no fence, a later one.
            int first = a.memory().get(ValueLayout.JAVA_BYTE, 100_000 + i * 3000L);
            assertThat(first).isGreaterThanOrEqualTo(i + 1);
        }
        assertThat(b.memory().get(ValueLayout.JAVA_BYTE, 2999)).isEqualTo((byte) 20);
    }

    @Test
    default void shouldBeginAFencedRequestOnlyWhenReadsAreDone() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair[] both = pair().connected();
        b.memory().asSlice(0, 200_000).fill((byte) 7);
        SendWr read = a.request(WrOpcode.RDMA_READ, b, 0, 200_000);
        SendWr write = a.request(WrOpcode.RDMA_WRITE, b, 0, 200_000).wrId(1);
        write.sendFlags(SendFlags.SIGNALED | SendFlags.FENCE);
        a.memory().asSlice(0, 200_000).fill((byte) 1);
        End.post(both[0], read);
        End.post(both[0], write);
        a.awaitSuccess(WcOpcode.RDMA_READ);
        a.awaitSuccess(WcOpcode.RDMA_WRITE);

        // What was written is what had been read before.
        assertThat(b.copy(0, 200_000)).containsOnly(7);
    }

    @Test
    default void shouldLeaveOutTheCompletionsThatNobodyAskedFor() throws InterruptedException {
        End a = pair().a;
        QueuePair[] both = pair().connected();
        for (int i = 0; i < 10; i++) {
            SendWr write = a.request(WrOpcode.RDMA_WRITE, pair().b, 0, 10).wrId(i);
            End.post(both[0], write.sendFlags(i == 9 ? SendFlags.SIGNALED : 0));
        }

        assertThat(a.awaitSuccess(WcOpcode.RDMA_WRITE).wrId()).isEqualTo(9);
        assertThat(a.cq.poll(WorkCompletion.array(1))).isZero();
        QueuePair all = a.domain.createQp(End.attributes(a.cq).sqSigAll(true).build());
        pair().connect(all, pair().b.createQp());
        End.post(all, a.request(WrOpcode.RDMA_WRITE, pair().b, 0, 1).wrId(11).sendFlags(0));
        assertThat(a.awaitSuccess(WcOpcode.RDMA_WRITE).wrId()).isEqualTo(11);
    }

    @Test
    default void shouldGoOnWhenSequenceNumbersWrap() throws InterruptedException {
        End a = pair().a;
        End b = pair().b;
        QueuePair ofA = a.createQp();
        QueuePair ofB = b.createQp();
        QpAttr options = pair().options();
        QpAttr others = pair().options();
        pair().connect(
                        new QpEndpoint(ofA.qpNum(), 0xfffffe, a.gid()),
                        ofA,
                        new QpEndpoint(ofB.qpNum(), 0xffffff, b.gid()),
                        ofB,
                        options,
                        others);
        for (int round = 0; round < 5; round++) {
            exchange(a, ofA, b, ofB);
            exchange(b, ofB, a, ofA);
        }
    }

    private static void exchange(End from, QueuePair sender, End to, QueuePair receiver)
            throws InterruptedException {
        End.post(receiver, to.receive(1, 500_000, 10_000));
        End.post(sender, from.request(WrOpcode.SEND, to, 0, 9_999));
        assertThat(to.awaitSuccess(WcOpcode.RECV).byteLen()).isEqualTo(9_999);
        from.awaitSuccess(WcOpcode.SEND);
        same(from, 0, to, 500_000, 9_999);
        End.post(sender, from.request(WrOpcode.RDMA_READ, to, 600_000, 20_000));
        from.awaitSuccess(WcOpcode.RDMA_READ);
        same(to, 600_000, from, 600_000, 20_000);
    }
}
