package org.urdma4j.transport.port.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.transport.port.udp.Endpoint;
import org.urdma4j.transport.port.udp.Sockets;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class InboundStageTest {
    private static final long DELAY_NS = 5_000_000;
    private static final int BYTES = 1_000_000;

    @Test
    void shouldDelayWhatArrivesThroughASocket() {
        DelayingStage stage = new DelayingStage(Integer.MAX_VALUE);
        UdpPortConfig config = Sockets.EPOLL_IPV4.config();
        UdpPortConfig peer = Sockets.EPOLL_IPV4.peerOf(config).toBuilder().inbound(stage).build();
        try (Endpoint a = new Endpoint(UdpPort.open(config), BYTES);
                Endpoint b = new Endpoint(UdpPort.open(peer), BYTES)) {
            shouldDelay(stage, a, b);
        }
        assertThat(stage.released).hasValue(1);
    }

    @Test
    void shouldDelayWhatArrivesInMemory() {
        DelayingStage stage = new DelayingStage(Integer.MAX_VALUE);
        MemoryNetwork network = new MemoryNetwork("slow");
        MemoryPortConfig config = MemoryPortConfig.builder().build();
        Gid one = Gid.parse("10.0.0.1");
        Gid other = Gid.parse("10.0.0.2");
        try (Endpoint a = new Endpoint(MemoryPort.open(network, one, config), BYTES);
                Endpoint b =
                        new Endpoint(
                                MemoryPort.open(
                                        network, other, config.toBuilder().inbound(stage).build()),
                                BYTES)) {
            shouldDelay(stage, a, b);
        }
        assertThat(stage.released).hasValue(1);
    }

    private static void shouldDelay(DelayingStage stage, Endpoint a, Endpoint b) {
        Endpoint.connect(a, b, Mtu.MTU_4096);
        a.fill(1);
        long start = System.nanoTime();
        a.post(WrOpcode.RDMA_WRITE, b);
        a.awaitSuccess();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(DELAY_NS);
        assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
        assertThat(b.count(Counter.DROPPED_ICRC)).isZero();
        assertThat(stage.earliest).isGreaterThanOrEqualTo(DELAY_NS);
    }

    @Test
    void shouldRecoverWhatTheStageDrops() {
        DelayingStage stage = new DelayingStage(50);
        UdpPortConfig config = Sockets.EPOLL_IPV4.config();
        UdpPortConfig peer = Sockets.EPOLL_IPV4.peerOf(config).toBuilder().inbound(stage).build();
        try (Endpoint a = new Endpoint(UdpPort.open(config), BYTES);
                Endpoint b = new Endpoint(UdpPort.open(peer), BYTES)) {
            shouldDelay(stage, a, b);
            assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isPositive();
        }
    }

    @Test
    void shouldReleaseWhatIsHeldWhenClosed() {
        DelayingStage stage = new DelayingStage(Integer.MAX_VALUE);
        stage.delayNs = Long.MAX_VALUE / 4;
        UdpPortConfig config = Sockets.EPOLL_IPV4.config();
        UdpPortConfig peer = Sockets.EPOLL_IPV4.peerOf(config).toBuilder().inbound(stage).build();
        try (Endpoint a = new Endpoint(UdpPort.open(config), BYTES);
                Endpoint b = new Endpoint(UdpPort.open(peer), BYTES)) {
            Endpoint.connect(a, b, Mtu.MTU_4096);
            a.post(WrOpcode.RDMA_WRITE, b);
            Endpoint.await(() -> stage.offered.get() > 200, "packets to be held");
        }
        assertThat(stage.everHeld).hasSizeGreaterThan(200).allMatch(b -> b.refCnt() == 0);
    }

    /** Holds everything for a time, and loses every so many packets. */
    private static final class DelayingStage implements InboundStage {
        record Held(ByteBuf packet, Object source, long offeredNs) {}

        final int loseEvery;
        final Deque<Held> held = new ArrayDeque<>();
        final List<ByteBuf> everHeld = new ArrayList<>();
        final AtomicInteger offered = new AtomicInteger();
        final AtomicInteger released = new AtomicInteger();
        volatile long delayNs = DELAY_NS;
        volatile long earliest = Long.MAX_VALUE;

        DelayingStage(int loseEvery) {
            this.loseEvery = loseEvery;
        }

        @Override
        public void offer(ByteBuf packet, Object source, long nowNs) {
            if (offered.incrementAndGet() % loseEvery == 0) {
                packet.release();
                return;
            }
            everHeld.add(packet);
            held.add(new Held(packet, source, nowNs));
        }

        @Override
        public long poll(long nowNs, Delivery delivery) {
            while (!held.isEmpty() && nowNs - held.peek().offeredNs() >= delayNs) {
                Held next = held.remove();
                earliest = Math.min(earliest, nowNs - next.offeredNs());
                delivery.deliver(next.packet(), next.source());
            }
            return held.isEmpty() ? NEVER : held.peek().offeredNs() + delayNs;
        }

        @Override
        public void close() {
            held.forEach(h -> h.packet().release());
            released.incrementAndGet();
        }
    }
}
