package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.util.concurrent.locks.LockSupport;

/** Posts that run ahead of polls: a completion queue as deep as its work queues never overruns. */
interface QueueDepthCases extends Cases {
    int DEPTH = 4;

    /** Queue pairs of which that of a has few slots, and completion queues just as deep. */
    final class Shallow {
        final CompletionQueue sends;
        final CompletionQueue receives;
        final QueuePair a;
        final QueuePair b;
        private final Pair pair;
        private final WorkCompletion[] one = WorkCompletion.array(1);

        Shallow(Pair pair, int sendDepth) {
            this.pair = pair;
            sends = pair.a.context.createCq(sendDepth, null, null);
            receives = pair.a.context.createCq(DEPTH, null, null);
            a = queuePair();
            b = pair.b.createQp();
            pair.connect(a, b);
        }

        QueuePair queuePair() {
            return pair.a.domain.createQp(
                    QpInitAttr.builder()
                            .sendCq(sends)
                            .recvCq(receives)
                            .cap(new QpCap(DEPTH, DEPTH, 4, 4, 64))
                            .build());
        }

        PostStatus write(QueuePair from, long id, int flags) {
            return from.postSend(
                    pair.a
                            .request(WrOpcode.RDMA_WRITE, pair.b, 100 * (id % 50), 10)
                            .wrId(id)
                            .sendFlags(flags));
        }

        /** Posts until there is no slot, then gives completions time to free one: none must. */
        int fill(QueuePair from, int flags) {
            int posted = 0;
            for (int i = 0; i < 50; i++) {
                while (write(from, posted, flags) == PostStatus.OK) {
                    posted++;
                }
                LockSupport.parkNanos(2_000_000);
            }
            return posted;
        }

        WorkCompletion await(CompletionQueue cq) {
            while (cq.poll(one) == 0) {
                LockSupport.parkNanos(100_000);
            }
            return one[0];
        }
    }

    @Test
    default void shouldHoldSendSlotsUntilTheirCompletionsArePolled() {
        Shallow t = new Shallow(pair(), DEPTH);
        assertThat(t.fill(t.a, SendFlags.SIGNALED)).isEqualTo(DEPTH);
        for (int i = 0; i < 100; i++) {
            assertThat(t.await(t.sends).status()).isEqualTo(WcStatus.SUCCESS);
            assertThat(t.write(t.a, i, SendFlags.SIGNALED)).isEqualTo(PostStatus.OK);
            assertThat(t.write(t.a, i, SendFlags.SIGNALED)).isEqualTo(PostStatus.QUEUE_FULL);
        }
        assertThat(t.a.state()).isEqualTo(QpState.RTS);
    }

    @Test
    default void shouldFreeThoseWithoutCompletionsWithALaterOne() {
        Shallow t = new Shallow(pair(), DEPTH);
        for (int i = 0; i < 10; i++) {
            for (int k = 0; k < DEPTH; k++) {
                int flags = k == DEPTH - 1 ? SendFlags.SIGNALED : 0;
                assertThat(t.write(t.a, k, flags)).isEqualTo(PostStatus.OK);
            }
            assertThat(t.await(t.sends).wrId()).isEqualTo(DEPTH - 1);
        }
    }

    @Test
    default void shouldShareAQueueThatIsAsDeepAsAllOfThem() {
        Shallow t = new Shallow(pair(), 2 * DEPTH);
        QueuePair second = t.queuePair();
        pair().connect(second, pair().b.createQp());
        assertThat(t.fill(t.a, SendFlags.SIGNALED)).isEqualTo(DEPTH);
        assertThat(t.fill(second, SendFlags.SIGNALED)).isEqualTo(DEPTH);
        for (int i = 0; i < 2 * DEPTH; i++) {
            assertThat(t.await(t.sends).status()).isEqualTo(WcStatus.SUCCESS);
        }
        assertThat(t.a.state()).isEqualTo(QpState.RTS);
        assertThat(second.state()).isEqualTo(QpState.RTS);
    }

    @Test
    default void shouldHoldSlotsThroughFlushAndReset() {
        Shallow t = new Shallow(pair(), DEPTH);
        t.a.modify(new QpAttr().qpState(QpState.ERR), QpAttrMask.STATE);
        assertThat(t.fill(t.a, SendFlags.SIGNALED)).isEqualTo(DEPTH);
        t.a.modify(new QpAttr().qpState(QpState.RESET), QpAttrMask.STATE);
        QueuePair peer = pair().b.createQp();
        pair().connect(t.a, peer);
        assertThat(t.fill(t.a, SendFlags.SIGNALED)).isZero();
        for (int i = 0; i < DEPTH; i++) {
            assertThat(t.await(t.sends).status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        }
        assertThat(t.fill(t.a, SendFlags.SIGNALED)).isEqualTo(DEPTH);
        assertThat(t.await(t.sends).status()).isEqualTo(WcStatus.SUCCESS);
    }

    @Test
    default void shouldHoldSlotsWhenTheQueueIsResized() {
        Shallow t = new Shallow(pair(), DEPTH);
        assertThat(t.fill(t.a, SendFlags.SIGNALED)).isEqualTo(DEPTH);
        Cases.supported(() -> {
            t.sends.resize(2 * DEPTH);
            return t;
        });
        assertThat(t.write(t.a, 9, SendFlags.SIGNALED)).isEqualTo(PostStatus.QUEUE_FULL);
        assertThat(t.await(t.sends).status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(t.write(t.a, 9, SendFlags.SIGNALED)).isEqualTo(PostStatus.OK);
    }

    @Test
    default void shouldHoldReceiveSlotsUntilTheirCompletionsArePolled()
            throws InterruptedException {
        Shallow t = new Shallow(pair(), DEPTH);
        for (int i = 0; i < DEPTH; i++) {
            End.post(t.a, pair().a.receive(i, 0, 100));
        }
        for (int i = 0; i < DEPTH; i++) {
            End.post(t.b, pair().b.request(WrOpcode.SEND, pair().a, 0, 10));
            pair().b.awaitSuccess(WcOpcode.SEND);
        }
        assertThat(t.a.postRecv(pair().a.receive(9, 0, 100))).isEqualTo(PostStatus.QUEUE_FULL);
        assertThat(t.await(t.receives).opcode()).isEqualTo(WcOpcode.RECV);
        assertThat(t.a.postRecv(pair().a.receive(9, 0, 100))).isEqualTo(PostStatus.OK);
    }
}
