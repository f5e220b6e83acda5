package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.device.PathQuery;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WrOpcode;

import java.net.InetAddress;

@Timeout(60)
class PathQueryTest {
    private static final int PACKET = 1024;

    @Test
    void shouldTellWhatAStandardQueuePairHasInFlight() throws Exception {
        UdpPortConfig config = Sockets.EPOLL_IPV4.config();
        EngineConfig engine = EngineConfig.builder().maxInFlightPackets(10).build();
        try (BackendEnd a =
                        new BackendEnd(UdpPort.open(config.toBuilder().engine(engine).build()));
                UdpPort silent = UdpPort.open(Sockets.EPOLL_IPV4.peerOf(config));
                BackendEnd b = new BackendEnd(silent)) {
            BackendEnd.connect(a, b, new QpAttr().pathMtu(Mtu.MTU_1024));
            assertThat(PathQuery.of(a.qp).inFlightBytes()).isZero();
            PathStatistics full;
            try (Stall _ = Stall.of(silent)) {
                a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, 100 * PACKET));
                full = PathQuery.of(a.qp);
            }
            a.await();

            assertThat(full.profile()).isEqualTo("standard");
            assertThat(full.payloadBytes()).isEqualTo(PACKET);
            assertThat(full.inFlightBytes()).isEqualTo(10 * (PACKET + EngineConfig.PACKET_COST));
            assertThat(full.pacingBitsPerSecond()).isZero();
            PathStatistics empty = PathQuery.of(a.qp);
            assertThat(empty.inFlightBytes()).isZero();
            assertThat((empty.unacknowledgedPsn() - full.unacknowledgedPsn()) & 0xff_ffff)
                    .isEqualTo(100);
        }
    }

    @Test
    void shouldRefuseAClosedOrForeignQueuePair() {
        UdpPortConfig config = Sockets.EPOLL_IPV4.config();
        BackendEnd end = new BackendEnd(UdpPort.open(config));
        end.close();
        assertThatThrownBy(() -> PathQuery.of(end.qp)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> PathQuery.of(null))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL));
    }

    @Test
    void shouldKnowTheLargestPayloadOfTheLink() {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        try (BackendEnd end =
                new BackendEnd(
                        UdpPort.open(
                                UdpPortConfig.builder(loopback)
                                        .port(FreePort.on(loopback, loopback))
                                        .build()))) {
            assertThat(end.context.largestPayload(false)).isEqualTo(16_384);
        }
    }
}
