package org.urdma4j.transport.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.DeviceStatistics;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpStatistics;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WorkCompletion;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.NoSuchElementException;

/** What an application can learn of counters, by nothing but the public API. */
class StatisticsTest {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.10.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.10.2");

    private static final class Echo extends ActiveEndpoint {
        private MemoryRegion words;

        @Override
        protected void onOpen() {
            words = allocate(64);
            receive(words, 0);
        }

        @Override
        protected void onReceive(WorkCompletion done) {
            send(words, done.byteLen(), 0);
        }
    }

    @Test
    void shouldCountWhatTwoEndsSay() throws InterruptedException {
        ContextAttr attr = ContextAttr.builder().udpPort(FreePort.on(ONE, OTHER)).build();
        try (Context a = Verbs.open(ONE, attr);
                Context b = Verbs.open(OTHER, attr);
                ActiveGroup server = ActiveGroup.listen(b, 0, Echo::new);
                PassiveEndpoint client = PassiveEndpoint.connect(a, server.address())) {
            QpStatistics before = client.qp().statistics();
            MemoryRegion words = client.allocate(64);
            client.receive(words, 32, 32, 0);
            client.send(words, 6, 0);
            client.awaitReceive();

            QpStatistics pair = client.qp().statistics();
            assertThat(pair.counter("sent_pkts")).isGreaterThan(before.counter("sent_pkts"));
            assertThat(pair.counter("rcvd_bytes")).isPositive();
            assertThat(before.counter("rdma_recvs")).isZero();
            assertThat(pair.counter("rdma_recvs")).isEqualTo(1);
            assertThat(pair.counter("no such thing")).isZero();
            assertThat(pair.qpNum()).isEqualTo(client.qp().qpNum());
            assertThat(pair.state()).isEqualTo(QpState.RTS);
            assertThat(pair.profile()).isEqualTo("urdma");
            assertThat(pair.peer()).startsWith("127.0.10.2");
            assertThat(pair.rttNs()).isPositive();

            DeviceStatistics device = a.statistics();
            assertThat(device.device()).isEqualTo("udp-127.0.10.1");
            assertThat(device.counter("rdma_recvs")).isEqualTo(1);
            assertThat(device.queuePairs())
                    .extracting(QpStatistics::qpNum)
                    .containsExactly(pair.qpNum());
            assertThat(b.statistics().queuePairs())
                    .extracting(QpStatistics::destQpNum)
                    .containsExactly(pair.qpNum());
        }
    }

    @Test
    void shouldNameEveryCounterInItsOrder() {
        try (Context context = open()) {
            var counters = context.statistics().counters();
            assertThat(counters.keySet())
                    .containsExactlyElementsOf(
                            Arrays.stream(Counter.values()).map(Counter::label).toList());
            assertThat(counters.get("sent_pkts")).isZero();
            assertThat(counters.containsKey("SENT_PKTS")).isFalse();
            assertThatThrownBy(() -> counters.put("sent_pkts", 1L))
                    .isInstanceOf(UnsupportedOperationException.class);
            var names = counters.keySet().iterator();
            counters.forEach((_, _) -> names.next());
            assertThatThrownBy(names::next).isInstanceOf(NoSuchElementException.class);
        }
    }

    @Test
    void shouldListNoMoreQueuePairsThanAreAskedFor() {
        try (Context context = open();
                PairOf pairs = new PairOf(context)) {
            assertThat(context.statistics(0).queuePairs()).isEmpty();
            assertThat(context.statistics(0).queuePairCount()).isEqualTo(2);
            assertThat(context.statistics(1).queuePairs()).hasSize(1);
            assertThat(context.statistics().queuePairs())
                    .allSatisfy(pair -> assertThat(pair.state()).isEqualTo(QpState.RESET))
                    .extracting(QpStatistics::qpNum)
                    .containsExactlyInAnyOrder(pairs.one.qpNum(), pairs.other.qpNum());
            assertThatThrownBy(() -> context.statistics(-1))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("mostQueuePairs");
        }
    }

    @Test
    void shouldSayThatThereIsNothingToCountAnyMore() {
        Context context = open();
        PairOf pairs = new PairOf(context);
        pairs.one.close();
        assertThatThrownBy(pairs.one::statistics).isInstanceOf(IllegalStateException.class);
        context.close();
        assertThatThrownBy(context::statistics).isInstanceOf(IllegalStateException.class);
    }

    private static Context open() {
        int port = FreePort.on(ONE, ONE);
        return Verbs.open(ONE, ContextAttr.builder().udpPort(port).build());
    }

    private static final class PairOf implements AutoCloseable {
        final QueuePair one;
        final QueuePair other;

        PairOf(Context context) {
            var queue = context.createCq(4);
            var domain = context.allocPd();
            var attr =
                    QpInitAttr.builder()
                            .qpType(QpType.RC)
                            .sendCq(queue)
                            .recvCq(queue)
                            .cap(new QpCap(1, 1, 1, 1, 0))
                            .build();
            one = domain.createQp(attr);
            other = domain.createQp(attr);
        }

        @Override
        public void close() {
            one.close();
            other.close();
        }
    }
}
