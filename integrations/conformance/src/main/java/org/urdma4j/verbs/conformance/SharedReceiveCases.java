package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SharedReceiveQueue;
import org.urdma4j.verbs.SrqAttr;
import org.urdma4j.verbs.SrqInitAttr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.util.BitSet;

/** Shared receive queues (IBTA 10.2.9). */
interface SharedReceiveCases extends Cases {
    /** Three queue pairs of b, which share a queue, connected with three of a. */
    final class Shared {
        final Pair pair;
        final SharedReceiveQueue srq;
        final QueuePair[] senders = new QueuePair[3];
        final QueuePair[] receivers = new QueuePair[3];

        Shared(Pair pair, int maxWr) {
            this.pair = pair;
            srq = Cases.supported(() -> pair.b.domain.createSrq(new SrqInitAttr(maxWr, 2)));
            for (int i = 0; i < senders.length; i++) {
                senders[i] = pair.a.createQp();
                receivers[i] = pair.b.domain.createQp(End.attributes(pair.b.cq).srq(srq).build());
                pair.connect(senders[i], receivers[i]);
            }
        }

        void receive(int from, int to) {
            for (int i = from; i < to; i++) {
                RecvWr receive = pair.b.receive(i, i * 10_000L, 10_000);
                assertThat(srq.postRecv(receive)).isEqualTo(PostStatus.OK);
            }
        }

        void send(int sender, long offset, long bytes) {
            End.post(senders[sender], pair.a.request(WrOpcode.SEND, pair.b, offset, bytes));
        }
    }

    @Test
    default void shouldGiveEachMessageAReceiveWhicheverQueuePairItComesTo()
            throws InterruptedException {
        Shared shared = new Shared(pair(), 100);
        shared.receive(0, 60);
        for (int i = 0; i < 60; i++) {
            shared.send(i % 3, i * 10_000L, 5_000 + i);
        }

        BitSet taken = new BitSet();
        BitSet arrived = new BitSet();
        for (int i = 0; i < 60; i++) {
            WorkCompletion done = pair().b.awaitSuccess(WcOpcode.RECV);
            int message = (int) done.byteLen() - 5_000;
            taken.set((int) done.wrId());
            arrived.set(message);
            assertThat(done.qpNum()).isEqualTo(shared.receivers[message % 3].qpNum());
            assertThat(pair().b.copy(done.wrId() * 10_000L, done.byteLen()))
                    .isEqualTo(pair().a.copy(message * 10_000L, done.byteLen()));
            pair().a.awaitSuccess(WcOpcode.SEND);
        }
        assertThat(taken.cardinality()).isEqualTo(60);
        assertThat(arrived.cardinality()).isEqualTo(60);
    }

    @Test
    default void shouldTellOnceThatReceivesRunLow() throws InterruptedException {
        Shared shared = new Shared(pair(), 100);
        shared.receive(0, 10);
        shared.srq.arm(8);
        for (int i = 0; i < 2; i++) {
            shared.send(0, 0, 1);
            pair().b.awaitSuccess(WcOpcode.RECV);
        }
        assertThat(shared.srq.query().srqLimit()).isEqualTo(8);
        for (int i = 0; i < 3; i++) {
            shared.send(1, 0, 1);
            pair().b.awaitSuccess(WcOpcode.RECV);
        }

        AsyncEvent event = pair().b.awaitEvent(EventType.SRQ_LIMIT_REACHED);
        assertThat(event.element()).isSameAs(shared.srq);
        assertThat(shared.srq.query()).isEqualTo(new SrqAttr(100, 2, 0));
        AsyncEvent other = pair().b.context.pollAsyncEvent();
        while (other != null) {
            assertThat(other.eventType()).isNotEqualTo(EventType.SRQ_LIMIT_REACHED);
            other = pair().b.context.pollAsyncEvent();
        }
        shared.srq.arm(6);
        assertThat(pair().b.awaitEvent(EventType.SRQ_LIMIT_REACHED)).isNotNull();
    }

    @Test
    default void shouldMakeMessagesWaitForAReceive() throws InterruptedException {
        Shared shared = new Shared(pair(), 100);
        for (int i = 0; i < 3; i++) {
            shared.send(i, 0, 10_000);
        }
        End.post(
                shared.senders[0],
                pair().a.request(WrOpcode.RDMA_WRITE_WITH_IMM, pair().b, 0, 4).immData(7));
        shared.receive(0, 2);
        pair().b.awaitSuccess(WcOpcode.RECV);
        shared.receive(2, 4);

        boolean immediate = false;
        for (int i = 0; i < 3; i++) {
            WorkCompletion done = pair().b.await(WcStatus.SUCCESS);
            immediate |= done.opcode() == WcOpcode.RECV_RDMA_WITH_IMM && done.immData() == 7;
        }
        assertThat(immediate).isTrue();
        for (int i = 0; i < 4; i++) {
            pair().a.await(WcStatus.SUCCESS);
        }
    }

    @Test
    default void shouldLeaveTheReceivesToOthersWhenAQueuePairFails() throws InterruptedException {
        Shared shared = new Shared(pair(), 100);
        shared.receive(0, 5);
        shared.receivers[0].modify(new QpAttr().qpState(QpState.ERR));

        AsyncEvent event = pair().b.awaitEvent(EventType.QP_LAST_WQE_REACHED);
        assertThat(event.element()).isSameAs(shared.receivers[0]);
        assertThat(pair().b.cq.poll(WorkCompletion.array(1))).isZero();
        for (int i = 0; i < 5; i++) {
            shared.send(1, 0, 100);
            pair().b.awaitSuccess(WcOpcode.RECV);
        }
    }

    @Test
    default void shouldFlushTheReceiveThatAFailedMessageHadTaken() throws InterruptedException {
        Shared shared = new Shared(pair(), 100);
        shared.receive(0, 3);
        shared.send(2, 0, 10_001);

        assertThat(pair().b.await(WcStatus.LOC_LEN_ERR).wrId()).isZero();
        pair().a.await(WcStatus.REM_INV_REQ_ERR);
        assertThat(pair().b.awaitEvent(EventType.QP_LAST_WQE_REACHED).element())
                .isSameAs(shared.receivers[2]);
        shared.send(1, 0, 10);
        assertThat(pair().b.awaitSuccess(WcOpcode.RECV).wrId()).isEqualTo(1);
    }

    @Test
    default void shouldHoldAsManyAsItWasLastSizedFor() throws InterruptedException {
        Shared shared = new Shared(pair(), 4);
        int before = shared.srq.query().maxWr();
        shared.receive(0, before);
        RecvWr one = pair().b.receive(99, 0, 1);
        assertThat(shared.srq.postRecv(one)).isEqualTo(PostStatus.QUEUE_FULL);
        shared.srq.resize(before + 20);
        shared.receive(before, before + 20);
        assertThatThrownBy(() -> shared.srq.resize(before + 10)).isInstanceOf(VerbsException.class);
        for (int i = 0; i < before + 20; i++) {
            shared.send(i % 3, 0, 10);
            assertThat(pair().b.awaitSuccess(WcOpcode.RECV).wrId()).isEqualTo(i);
        }
        shared.srq.resize(2);
        assertThat(shared.srq.query().maxWr()).isGreaterThanOrEqualTo(2);
    }

    @Test
    default void shouldUseTheMemoryOfTheQueuesOwnDomain() throws InterruptedException {
        ProtectionDomain other = pair().b.context.allocPd();
        SharedReceiveQueue srq = Cases.supported(() -> other.createSrq(new SrqInitAttr(8, 1)));
        MemoryRegion region = other.regMr(Arena.ofAuto().allocate(64), End.ACCESS);
        QueuePair sender = pair().a.createQp();
        QueuePair receiver = pair().b.domain.createQp(End.attributes(pair().b.cq).srq(srq).build());
        pair().connect(sender, receiver);
        srq.postRecv(new RecvWr().wrId(1).addSge(region.sge(0, 64)));
        srq.postRecv(pair().b.receive(2, 0, 64));

        End.post(sender, pair().a.request(WrOpcode.SEND, pair().b, 0, 64));
        assertThat(pair().b.awaitSuccess(WcOpcode.RECV).wrId()).isEqualTo(1);
        pair().a.awaitSuccess(WcOpcode.SEND);
        End.post(sender, pair().a.request(WrOpcode.SEND, pair().b, 0, 64));
        assertThat(pair().b.await(WcStatus.LOC_PROT_ERR).wrId()).isEqualTo(2);
        pair().a.await(WcStatus.REM_OP_ERR);
    }

    @Test
    default void shouldRefuseWhatDoesNotFit() {
        Shared shared = new Shared(pair(), 4);
        RecvWr one = pair().b.receive(1, 0, 1);
        RecvWr three = pair().b.receive(1, 0, 1).addSge(pair().b.region.sge(0, 1));
        three.addSge(pair().b.region.sge(0, 1));

        assertThat(shared.receivers[0].postRecv(one)).isEqualTo(PostStatus.INVALID_REQUEST);
        assertThat(shared.srq.postRecv(three)).isEqualTo(PostStatus.INVALID_REQUEST);
        assertThatThrownBy(() -> shared.srq.arm(-1)).isInstanceOf(VerbsException.class);
        assertThatThrownBy(() -> pair().b.domain.createSrq(new SrqInitAttr(0, 1)))
                .isInstanceOf(VerbsException.class);
        assertThatThrownBy(() ->
                        pair().a
                                .domain
                                .createQp(End.attributes(pair().a.cq).srq(shared.srq).build()))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("shared receive queue");
        shared.srq.close();
        assertThatThrownBy(() -> shared.srq.postRecv(one))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> shared.receivers[0].query(0))
                .isInstanceOf(IllegalStateException.class);
    }
}
