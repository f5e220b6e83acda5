package org.urdma4j.transport.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.verbs.AsyncEvent;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.EventType;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SharedReceiveQueue;
import org.urdma4j.verbs.SrqInitAttr;

import java.time.Duration;

/** What is destroyed takes its events along, and what lives can't pile them up. */
class EventsOfTheClosedTest {
    private final SoftContext context = open();
    private final ProtectionDomain domain = context.allocPd();

    private static SoftContext open() {
        MemoryNetwork network = new MemoryNetwork("events");
        MemoryPort port =
                MemoryPort.open(
                        network, Gid.parse("192.0.2.1"), MemoryPortConfig.builder().build());
        return new SoftContext(new SoftDevice("events", 1, () -> port), port);
    }

    @AfterEach
    void close() {
        context.close();
    }

    private void raise(EventType type, Object element) {
        context.onLoop(() -> context.raise(new AsyncEvent(type, element)));
    }

    @Test
    void shouldGoWithQueuePairsAndQueues() {
        CompletionQueue queue = context.createCq(8);
        QueuePair pair = domain.createQp(QpInitAttr.builder().cq(queue).build());
        SharedReceiveQueue shared = domain.createSrq(new SrqInitAttr(8, 1));
        QueuePair other = domain.createQp(QpInitAttr.builder().cq(queue).build());
        raise(EventType.COMM_EST, pair);
        raise(EventType.SRQ_LIMIT_REACHED, shared);
        raise(EventType.QP_FATAL, other);
        raise(EventType.QP_ACCESS_ERR, pair);
        pair.close();
        shared.close();

        assertThat(context.pollAsyncEvent()).isEqualTo(new AsyncEvent(EventType.QP_FATAL, other));
        assertThat(context.pollAsyncEvent()).isNull();
        raise(EventType.CQ_ERR, queue);
        queue.close();
        assertThat(context.pollAsyncEvent()).isNull();
    }

    /** The event loop was amid telling when the other thread closed it. */
    @Test
    void shouldNotBeToldOfWhatIsClosedAlready() {
        CompletionQueue queue = context.createCq(8);
        QueuePair pair = domain.createQp(QpInitAttr.builder().cq(queue).build());
        pair.close();
        raise(EventType.QP_FATAL, pair);

        assertThat(context.pollAsyncEvent()).isNull();
    }

    @Test
    void shouldWaitOnceHoweverOftenItHappens() {
        CompletionQueue queue = context.createCq(8);
        QueuePair pair = domain.createQp(QpInitAttr.builder().cq(queue).build());
        for (int i = 0; i < 100; i++) {
            raise(EventType.COMM_EST, pair);
            raise(EventType.SQ_DRAINED, pair);
        }

        assertThat(context.pollAsyncEvent().eventType()).isEqualTo(EventType.COMM_EST);
        raise(EventType.COMM_EST, pair);
        assertThat(context.pollAsyncEvent().eventType()).isEqualTo(EventType.SQ_DRAINED);
        assertThat(context.pollAsyncEvent().eventType()).isEqualTo(EventType.COMM_EST);
        assertThat(context.pollAsyncEvent()).isNull();
    }

    @Test
    void shouldGoWithACompletionQueueFromItsChannel() throws InterruptedException {
        CompletionChannel channel = context.createCompChannel();
        SoftCompletionQueue queue = (SoftCompletionQueue) context.createCq(8, null, channel);
        CompletionQueue other = context.createCq(8, null, channel);
        ((SoftCompletionChannel) channel).signal(queue);
        ((SoftCompletionChannel) channel).signal((SoftCompletionQueue) other);
        queue.close();
        ((SoftCompletionChannel) channel).signal(queue);

        assertThat(channel.getCqEvent(Duration.ofDays(1))).isSameAs(other);
        assertThat(channel.getCqEvent(Duration.ZERO)).isNull();
    }
}
