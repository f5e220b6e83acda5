package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.PathPolicy;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** Senders allow marks, a router between them marks, receivers see it: over plain UDP sockets. */
@Timeout(60)
class MarksOverUdpTest {
    private static final int BYTES = 256 << 10;
    private static final int MARKED = 8;
    private static final int EXPEDITED = 46;
    private static final int ENTROPIES = 3;
    private static final CongestionControlType DCQCN = CongestionControlType.DCQCN;
    private static final CongestionControlType FIXED = CongestionControlType.FIXED;
    private static final CongestionControlType RRCC = CongestionControlType.RRCC;

    /** Two ends with a router between them. */
    private static final class Path implements AutoCloseable {
        final MarkingRelay relay;
        final BackendEnd a;
        final BackendEnd b;
        final UdpPort atB;

        Path(Sockets sockets, boolean joined, int dscp) {
            this(sockets, joined, dscp, null);
        }

        Path(Sockets sockets, boolean joined, int dscp, InboundStage stage) {
            sockets.assumeAvailable();
            relay = new MarkingRelay(sockets.first(), joined);
            UdpPortConfig.Builder config =
                    UdpPortConfig.builder(sockets.first())
                            .ioTransport(sockets.transport())
                            .port(0)
                            .peerPort(relay.port())
                            .withEntropies(ENTROPIES)
                            .dscp(dscp);
            UdpPort atA = UdpPort.open(config.build());
            atB = UdpPort.open(stage == null ? config.build() : config.inbound(stage).build());
            a = new BackendEnd(atA);
            b = new BackendEnd(atB);
            relay.start(atA.udpPort(), atB.udpPort());
        }

        /** Writes from one end to the other, the first packets being marked. */
        void write(QpAttr options) throws InterruptedException {
            BackendEnd.connect(a, b, options);
            relay.mark(b.qp.qpNum(), MARKED);
            a.fill(7);
            a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, BYTES));
            assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
            assertThat(b.memory().asSlice(0, BYTES).mismatch(a.memory().asSlice(0, BYTES)))
                    .isEqualTo(-1);
        }

        Set<Integer> toA() {
            return relay.classes(a.qp.qpNum());
        }

        Set<Integer> toB() {
            return relay.classes(b.qp.qpNum());
        }

        @Override
        public void close() {
            a.close();
            b.close();
            relay.close();
        }
    }

    private static QpAttr standard(CongestionControlType type) {
        return new QpAttr()
                .urdmaTuning(
                        UrdmaTuning.builder()
                                .congestionControl(type)
                                .referenceRate(1_000_000_000, false)
                                .build());
    }

    private static QpAttr urdma(CongestionControlType type, boolean seen) {
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(1400).marksSeen(seen).build();
        return standard(type).urdmaOffer(offer).urdmaPeerOffer(offer);
    }

    @ParameterizedTest
    @CsvSource({
        "EPOLL_IPV4, true, 0",
        "EPOLL_IPV4, false, 46",
        "EPOLL_IPV6, true, 46",
        "EPOLL_IPV6, false, 0"
    })
    void marksShouldBecomeNotifications(Sockets sockets, boolean joined, int dscp)
            throws Exception {
        try (Path path = new Path(sockets, joined, dscp)) {
            assertThat(path.atB.seesMarks()).isTrue();
            path.write(standard(DCQCN));

            int capable = dscp << 2 | MarkingRelay.ECT_0;
            assertThat(path.toB()).containsExactly(capable);
            assertThat(path.toA()).containsExactly(capable);
            assertThat(path.relay.marked()).isGreaterThanOrEqualTo(MARKED);
            assertThat(path.b.count(Counter.NP_ECN_MARKED_ROCE_PACKETS))
                    .isEqualTo(path.relay.marked());
            assertThat(path.b.count(Counter.NP_CNP_SENT)).isBetween(1L, (long) MARKED);
            assertThat(path.a.count(Counter.RP_CNP_HANDLED)).isPositive();
            assertThat(path.b.count(Counter.DROPPED_ICRC)).isZero();
        }
    }

    @Test
    void marksShouldBeThosePacketsThatWereMarked() throws Exception {
        try (Path path = new Path(Sockets.EPOLL_IPV4, true, 0)) {
            path.write(urdma(RRCC, true));
            path.relay.mark(0, 0);
            long seen = path.b.count(Counter.NP_ECN_MARKED_ROCE_PACKETS);
            assertThat(seen).isEqualTo(path.relay.marked()).isPositive();
            assertThat(path.relay.joinedSeen()).as("datagrams that came joined").isPositive();

            path.a.post(path.a.request(WrOpcode.RDMA_WRITE, path.b, 0, BYTES));
            assertThat(path.a.await().status()).isEqualTo(WcStatus.SUCCESS);

            assertThat(path.b.count(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isEqualTo(seen);
            assertThat(path.toB()).containsExactly(MarkingRelay.ECT_0);
        }
    }

    @ParameterizedTest
    @EnumSource(Sockets.class)
    void whoHeedsNoMarksShouldAllowNone(Sockets sockets) throws Exception {
        try (Path path = new Path(sockets, true, EXPEDITED)) {
            path.write(urdma(RRCC, false));

            assertThat(path.toB()).containsExactly(EXPEDITED << 2);
            assertThat(path.toA()).containsExactly(EXPEDITED << 2);
            assertThat(path.relay.marked()).isZero();
            assertThat(path.b.count(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isZero();
        }
    }

    /** The JDK's sockets have an option for what is sent and none for what comes. */
    @ParameterizedTest
    @EnumSource(names = {"NIO_IPV4", "NIO_IPV6"})
    void nioShouldAllowMarksAndSeeNone(Sockets sockets) throws Exception {
        try (Path path = new Path(sockets, false, EXPEDITED)) {
            assertThat(path.atB.seesMarks()).isFalse();
            path.write(standard(DCQCN));

            assertThat(path.toB()).containsExactly(EXPEDITED << 2 | MarkingRelay.ECT_0);
            assertThat(path.relay.marked()).isGreaterThanOrEqualTo(MARKED);
            assertThat(path.b.count(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isZero();
            assertThat(path.a.count(Counter.RP_CNP_HANDLED)).isZero();
        }
    }

    /** One socket sends for both, and what waits for it leaves in the order that it was made in. */
    @ParameterizedTest
    @EnumSource(names = {"EPOLL_IPV4", "IO_URING_IPV4", "NIO_IPV4", "EPOLL_IPV6"})
    void neighboursShouldEachHaveTheirOwn(Sockets sockets) throws Exception {
        try (Path path = new Path(sockets, true, 0);
                BackendEnd a = BackendEnd.beside(path.a);
                BackendEnd b = BackendEnd.beside(path.b)) {
            BackendEnd.connect(path.a, path.b, urdma(RRCC, true));
            BackendEnd.connect(a, b, urdma(FIXED, true));
            for (int i = 0; i < 20; i++) {
                path.a.post(path.a.request(WrOpcode.RDMA_WRITE, path.b, 0, BYTES / 8));
                a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, BYTES / 8));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(path.a.await().status()).isEqualTo(WcStatus.SUCCESS);
                assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
            }
            assertThat(path.toB()).containsExactly(MarkingRelay.ECT_0);
            assertThat(path.toA()).containsExactly(MarkingRelay.ECT_0);
            assertThat(path.relay.classes(b.qp.qpNum())).containsExactly(0);
            assertThat(path.relay.classes(a.qp.qpNum())).containsExactly(0);
        }
    }

    @Test
    void everyPathOfSeveralShouldAllowMarks() throws Exception {
        UrdmaPaths several =
                new UrdmaPaths(true, List.of(), ENTROPIES, 8192, PathPolicy.EARLIEST, false);
        UrdmaOffer offer =
                UrdmaOffer.builder().payloadBytes(1400).marksSeen(true).paths(true).build();
        QpAttr options =
                new QpAttr()
                        .urdmaTuning(UrdmaTuning.builder().paths(several).build())
                        .urdmaOffer(offer)
                        .urdmaPeerOffer(offer);
        try (Path path = new Path(Sockets.EPOLL_IPV4, true, 0)) {
            path.write(options);

            assertThat(path.relay.sources()).isGreaterThan(2);
            assertThat(path.toB()).containsExactly(MarkingRelay.ECT_0);
            assertThat(path.toA()).containsExactly(MarkingRelay.ECT_0);
            assertThat(path.b.count(Counter.NP_ECN_MARKED_ROCE_PACKETS)).isPositive();
        }
    }

    @Test
    void anInboundStageShouldPassMarksOn() throws Exception {
        try (Path path = new Path(Sockets.EPOLL_IPV4, true, 0, new Queue())) {
            path.write(standard(DCQCN));

            assertThat(path.b.count(Counter.NP_ECN_MARKED_ROCE_PACKETS))
                    .isEqualTo(path.relay.marked())
                    .isPositive();
        }
    }

    /** Keeps each packet until the next turn. */
    private static final class Queue implements InboundStage {
        private record Waiting(ByteBuf packet, Object source) {}

        private final Deque<Waiting> waiting = new ArrayDeque<>();

        @Override
        public void offer(ByteBuf packet, Object source, long nowNs) {
            waiting.add(new Waiting(packet, source));
        }

        @Override
        public long poll(long nowNs, Delivery delivery) {
            while (!waiting.isEmpty()) {
                Waiting next = waiting.remove();
                delivery.deliver(next.packet(), next.source());
            }
            return NEVER;
        }

        @Override
        public void close() {
            waiting.forEach(one -> one.packet().release());
        }
    }
}
