package org.urdma4j.transport.port.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufHolder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.NetworkPort;
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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

@Timeout(60)
class OutboundStageTest {
    private static final int BYTES = 1_000_000;
    private static final int PACKETS = 245;

    @Test
    void shouldRecoverWhatTheStageDropsAndRepeats() {
        UdpPortConfig config = Sockets.EPOLL_IPV4.config();
        UdpPortConfig peer = Sockets.EPOLL_IPV4.peerOf(config);
        shouldRecover(
                stage -> UdpPort.open(config.toBuilder().outbound(stage).build()),
                () -> UdpPort.open(peer));
    }

    @Test
    void shouldRecoverInMemoryToo() {
        MemoryNetwork network = new MemoryNetwork("lossy");
        MemoryPortConfig config = MemoryPortConfig.builder().build();
        shouldRecover(
                stage ->
                        MemoryPort.open(
                                network,
                                Gid.parse("10.0.0.1"),
                                config.toBuilder().outbound(stage).build()),
                () -> MemoryPort.open(network, Gid.parse("10.0.0.2"), config));
    }

    private static void shouldRecover(
            Function<OutboundStage, NetworkPort> lossy, Supplier<NetworkPort> peer) {
        LossyStage stage = new LossyStage();
        try (Endpoint a = new Endpoint(lossy.apply(stage), BYTES);
                Endpoint b = new Endpoint(peer.get(), BYTES)) {
            Endpoint.connect(a, b, Mtu.MTU_4096);
            a.fill(1);
            a.post(WrOpcode.RDMA_WRITE, b);
            a.awaitSuccess();

            assertThat(b.memory.mismatch(a.memory)).isEqualTo(-1);
            assertThat(b.count(Counter.DROPPED_ICRC)).isZero();
            assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isPositive();
            assertThat(b.count(Counter.DUPLICATE_REQUEST)).isPositive();
        }
        assertThat(stage.offered).hasSizeGreaterThan(PACKETS);
        assertThat(stage.offered).allMatch(packet -> packet.refCnt() == 0);
        assertThat(stage.closed).isOne();
    }

    /** Loses one packet in 50, and sends one in 70 twice. */
    private static final class LossyStage implements OutboundStage {
        private final List<ByteBufHolder> offered = new ArrayList<>();
        private int closed;

        @Override
        public void offer(ByteBufHolder packet, Consumer<ByteBufHolder> wire) {
            offered.add(packet);
            if (offered.size() % 50 == 0) {
                packet.release();
                return;
            }
            if (offered.size() % 70 == 0) {
                wire.accept(packet.copy());
            }
            wire.accept(packet);
        }

        @Override
        public void close() {
            closed++;
        }
    }
}
