package org.urdma4j.transport.port.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.PooledByteBufAllocator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.SocketLimits;
import org.urdma4j.transport.port.udp.Endpoint;
import org.urdma4j.transport.port.udp.Stall;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WrOpcode;

import java.time.Duration;

@Timeout(60)
class MemoryPortTest {
    private static final Gid A = Gid.parse("10.0.0.1");
    private static final Gid B = Gid.parse("fd00::2");
    private static final int BYTES = 20_000_003;

    /** A leak of one of anything each time is seen with far fewer. */
    private static final int OPENINGS = 100;

    private final MemoryNetwork network = new MemoryNetwork("test");

    @ParameterizedTest
    @EnumSource(names = {"OFF", "TRANSPORT_ONLY"})
    void shouldMoveBytesBothWays(IcrcMode icrc) {
        MemoryNetwork checked = new MemoryNetwork("checked", icrc);
        long pinned = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
        try (Endpoint a = open(checked, A, MemoryPortConfig.builder().build());
                Endpoint b = open(checked, B, MemoryPortConfig.builder().build())) {
            Endpoint.connect(a, b, Mtu.MTU_4096);
            a.fill(1);
            a.post(WrOpcode.RDMA_WRITE, b);
            a.awaitSuccess();
            assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
            b.fill(2);
            a.post(WrOpcode.RDMA_READ, b);
            a.awaitSuccess();
            assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
            for (Endpoint end : new Endpoint[] {a, b}) {
                assertThat(end.count(Counter.RETRANSMITTED_PKTS)).isZero();
                assertThat(end.count(Counter.DROPPED_BY_SOCKET)).isZero();
                assertThat(end.count(Counter.DROPPED_ICRC)).isZero();
            }
        }
        assertThat(PooledByteBufAllocator.DEFAULT.pinnedDirectMemory())
                .as("bytes in pooled buffers")
                .isLessThanOrEqualTo(pinned);
    }

    @Test
    void shouldOpenAndCloseADeviceOverAndOver() {
        int threads = Thread.activeCount();
        long pinned = PooledByteBufAllocator.DEFAULT.pinnedDirectMemory();
        for (int i = 0; i < OPENINGS; i++) {
            open(network, A, MemoryPortConfig.builder().build()).close();
        }

        assertThat(Thread.activeCount()).as("threads").isLessThanOrEqualTo(threads + 1);
        assertThat(PooledByteBufAllocator.DEFAULT.pinnedDirectMemory())
                .as("bytes in pooled buffers")
                .isLessThanOrEqualTo(pinned);
        try (Endpoint a = open(network, A, MemoryPortConfig.builder().build())) {
            Endpoint.connect(a, a, Mtu.MTU_1024);
            a.post(WrOpcode.RDMA_WRITE, a);
            a.awaitSuccess();
        }
    }

    @Test
    void shouldTalkToItself() {
        try (Endpoint a = open(network, A, MemoryPortConfig.builder().build())) {
            Endpoint.connect(a, a, Mtu.MTU_1024);
            a.post(WrOpcode.RDMA_WRITE, a);
            a.awaitSuccess();
        }
    }

    @Test
    void shouldDropAndCountWhatTheInboxCannotHold() throws Exception {
        EngineConfig unlimited = EngineConfig.DEFAULT;
        MemoryPortConfig small = MemoryPortConfig.builder().bufferBytes(1 << 20).build();
        try (Endpoint a = open(network, A, small.toBuilder().engine(unlimited).build());
                Endpoint b = open(network, B, small)) {
            Endpoint.connect(a, b, Mtu.MTU_4096);
            try (Stall _ = Stall.of(b.port())) {
                a.post(WrOpcode.RDMA_WRITE, b);
                Endpoint.await(
                        () -> a.count(Counter.SENT_BYTES) > BYTES, "everything to be sent once");
            }
            Endpoint.await(() -> b.count(Counter.DROPPED_BY_SOCKET) > 0, "drops to be counted");
        }
    }

    @Test
    void shouldNotOverflowAPeerThatDoesNotRead() throws Exception {
        try (Endpoint a = open(network, A, MemoryPortConfig.builder().build());
                Endpoint b = open(network, B, MemoryPortConfig.builder().build())) {
            Endpoint.connect(a, b, Mtu.MTU_4096);
            long limit = SocketLimits.inFlightBytes(MemoryPortConfig.DEFAULT_INBOX_BYTES);
            try (Stall _ = Stall.of(b.port())) {
                a.post(WrOpcode.RDMA_WRITE, b);
                Endpoint.await(
                        () -> (a.count(Counter.SENT_PKTS) + 1) * (4096L + 256) > limit,
                        "a full window");
            }
            a.awaitSuccess();
            assertThat(b.count(Counter.DROPPED_BY_SOCKET)).isZero();
        }
    }

    @Test
    void shouldLoseWhatIsSentToNobody() {
        try (Endpoint a = open(network, A, MemoryPortConfig.builder().build())) {
            a.connectTo(new QpEndpoint(5, 1, B), Mtu.MTU_4096);
            a.post(WrOpcode.RDMA_WRITE, 0, 0, 5000);
            Endpoint.await(() -> a.count(Counter.SENT_PKTS) == 2, "both packets to be sent");
            assertThat(a.count(Counter.SEND_ERR)).isZero();
        }
    }

    @Test
    void shouldRefuseToDoWithoutSleep() {
        MemoryPortConfig busy = MemoryPortConfig.builder().busyPoll(Duration.ofNanos(1)).build();
        assertThatThrownBy(() -> MemoryPort.open(network, A, busy))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                .hasMessageContaining("the memory backend");
    }

    @Test
    void shouldGiveAnAddressToOnePortAtATime() {
        MemoryPort first = MemoryPort.open(network, A, MemoryPortConfig.builder().build());
        assertThat(first.description()).isEqualTo("memory test ::ffff:10.0.0.1");
        assertThatThrownBy(() -> MemoryPort.open(network, A, MemoryPortConfig.builder().build()))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EADDRINUSE))
                .hasMessageContaining("::ffff:10.0.0.1");
        first.close();
        first.close();
        MemoryPort.open(network, A, MemoryPortConfig.builder().build()).close();
    }

    @Test
    void shouldRefuseTheStandardIcrc() {
        assertThatThrownBy(() -> new MemoryNetwork("ip", IcrcMode.STANDARD))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no IP header");
    }

    private static Endpoint open(MemoryNetwork network, Gid gid, MemoryPortConfig config) {
        return new Endpoint(MemoryPort.open(network, gid, config), BYTES);
    }
}
