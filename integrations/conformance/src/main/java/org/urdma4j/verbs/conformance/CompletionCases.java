package org.urdma4j.verbs.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.time.Duration;

/** Completion queues: their size, overrun, events and both ways to read them. */
interface CompletionCases extends Cases {
    Duration LONG = Duration.ofSeconds(30);

    /** Queue pairs of which that of a completes in a queue of its own. */
    final class Counted {
        final CompletionChannel channel;
        final CompletionQueue cq;
        final QueuePair a;
        final QueuePair b;
        private final Pair pair;

        Counted(Pair pair, int cqe) {
            this.pair = pair;
            channel = pair.a.context.createCompChannel();
            cq = pair.a.context.createCq(cqe, "mine", channel);
            a = pair.a.domain.createQp(End.attributes(cq).build());
            b = pair.b.createQp();
            pair.connect(a, b);
        }

        /** Sends as many messages and waits until all but perhaps the last have completed. */
        void send(int from, int to, int flags) throws InterruptedException {
            for (int i = from; i < to; i++) {
                End.post(b, pair.b.receive(i, 0, 100));
                SendWr send = pair.a.request(WrOpcode.SEND, pair.b, 0, 10).wrId(i);
                End.post(a, send.sendFlags(flags));
                pair.b.awaitSuccess(WcOpcode.RECV);
            }
        }

        void expect(int from, int to) throws InterruptedException {
            WorkCompletion[] one = WorkCompletion.array(1);
            for (int i = from; i < to; i++) {
                cq.reqNotify(false);
                while (cq.poll(one) == 0) {
                    assertThat(channel.getCqEvent(LONG)).isSameAs(cq);
                    cq.reqNotify(false);
                }
                assertThat(one[0].wrId()).isEqualTo(i);
            }
        }
    }

    @Test
    default void shouldKeepCompletionsWhenTheQueueIsResized() throws InterruptedException {
        Counted t = new Counted(pair(), 8);
        Cases.supported(() -> {
            t.cq.resize(10);
            return t;
        });
        t.send(0, 6, SendFlags.SIGNALED);
        t.expect(0, 1);
        t.send(6, 9, SendFlags.SIGNALED);
        assertThat(t.cq.cqe()).isGreaterThanOrEqualTo(10);
        t.cq.resize(60);
        assertThat(t.cq.cqe()).isGreaterThanOrEqualTo(60);
        t.send(9, 50, SendFlags.SIGNALED);
        t.expect(1, 50);

        assertThatThrownBy(() -> t.cq.resize(0)).isInstanceOf(VerbsException.class);
    }

    @Test
    default void shouldRefuseToShrinkBelowWhatWaits() throws InterruptedException {
        Counted t = new Counted(pair(), 16);
        t.send(0, 12, SendFlags.SIGNALED);
        t.expect(0, 1);

        assertThatThrownBy(() -> t.cq.resize(4)).isInstanceOf(VerbsException.class);
        t.expect(1, 12);
    }

    @Test
    default void shouldEndTheQueuePairWhenItsQueueOverruns() throws InterruptedException {
        Counted t = new Counted(pair(), 2);
        int room = t.cq.cqe();
        for (int i = 0; i < room + 2; i++) {
            End.post(t.b, pair().b.receive(i, 0, 100));
        }
        for (int i = 0; i < room + 2; i++) {
            t.a.postSend(pair().a.request(WrOpcode.SEND, pair().b, 0, 10));
        }

        assertThat(pair().a.awaitEvent(EventType.CQ_ERR).element()).isSameAs(t.cq);
        End.awaitState(t.a, QpState.ERR);
    }

    @Test
    default void shouldMakeAnEventForSolicitedMessagesAlone() throws InterruptedException {
        Counted t = new Counted(pair(), 64);
        CompletionChannel channel = pair().b.context.createCompChannel();
        CompletionQueue cq = pair().b.context.createCq(16, null, channel);
        QueuePair b = pair().b.domain.createQp(End.attributes(cq).build());
        QueuePair a = pair().a.createQp();
        pair().connect(a, b);
        cq.reqNotify(true);
        for (int i = 0; i < 2; i++) {
            End.post(b, pair().b.receive(i, 0, 100));
        }
        End.post(a, pair().a.request(WrOpcode.SEND, pair().b, 0, 10));
        pair().a.awaitSuccess(WcOpcode.SEND);
        assertThat(channel.getCqEvent(Duration.ZERO)).isNull();
        SendWr solicited = pair().a.request(WrOpcode.SEND, pair().b, 0, 10);
        End.post(a, solicited.sendFlags(SendFlags.SIGNALED | SendFlags.SOLICITED));
        pair().a.awaitSuccess(WcOpcode.SEND);

        assertThat(channel.getCqEvent(LONG)).isSameAs(cq);
        assertThat(cq.poll(WorkCompletion.array(4))).isEqualTo(2);
        assertThat(channel.getCqEvent(Duration.ZERO)).isNull();
        assertThat(t.cq.cqContext()).isEqualTo("mine");
    }

    /** Whoever arms may do so at any moment while a completion is on its way. */
    @Test
    default void shouldWakeForEachOfMany() throws InterruptedException {
        Counted t = new Counted(pair(), 64);
        for (int i = 0; i < 1_000; i++) {
            t.send(i, i + 1, SendFlags.SIGNALED);
            t.expect(i, i + 1);
        }
    }

    @Test
    default void shouldReadByCursorWhatPollReads() throws InterruptedException {
        Counted t = new Counted(pair(), 64);
        t.send(0, 3, 0);
        t.send(3, 5, SendFlags.SIGNALED);
        t.cq.reqNotify(false);
        while (!t.cq.startPoll()) {
            assertThat(t.channel.getCqEvent(LONG)).isNotNull();
            t.cq.reqNotify(false);
        }

        assertThat(t.cq.wrId()).isEqualTo(3);
        assertThat(t.cq.readOpcode()).isEqualTo(WcOpcode.SEND);
        assertThat(t.cq.readQpNum()).isEqualTo(t.a.qpNum());
        assertThat(t.cq.readSlid()).isZero();
        assertThat(t.cq.readSl()).isZero();
        assertThat(t.cq.readPkeyIndex()).isZero();
        t.cq.endPoll();
        t.expect(4, 5);
    }
}
