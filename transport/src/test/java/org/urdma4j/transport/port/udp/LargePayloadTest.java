package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.PathQuery;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

/** Payloads of the URDMA profile beyond what standard RoCE knows, over loopback's MTU of 65,536. */
@Timeout(60)
class LargePayloadTest {
    @ParameterizedTest
    @CsvSource({"EPOLL_IPV4, 8928", "EPOLL_IPV4, 1428", "EPOLL_IPV4, 16384", "NIO_IPV4, 16384"})
    void shouldWriteInPacketsOfTheAgreedSize(Sockets sockets, int payload) throws Exception {
        sockets.assumeAvailable();
        UdpPortConfig config = sockets.config();
        UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(payload).build();
        QpAttr options = new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer);
        try (BackendEnd a = new BackendEnd(UdpPort.open(config));
                BackendEnd b = new BackendEnd(UdpPort.open(sockets.peerOf(config)))) {
            a.fill(4);
            BackendEnd.connect(a, b, options);
            long bytes = BackendEnd.MEMORY / 2;
            long to = BackendEnd.MEMORY / 2;
            a.post(
                    a.request(WrOpcode.RDMA_WRITE, b, 0, bytes)
                            .rdma(b.region.addr() + to, b.region.rkey()));

            assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
            assertThat(b.memory().asSlice(to, bytes).mismatch(a.memory().asSlice(0, bytes)))
                    .isEqualTo(-1);
            long packets = Math.ceilDiv(bytes, payload);
            long more = a.count(Counter.RETRANSMITTED_PKTS) + a.count(Counter.REPORTS_SENT);
            assertThat(a.count(Counter.SENT_PKTS)).isEqualTo(packets + more);
            PathStatistics path = PathQuery.of(a.qp);
            assertThat(path.profile()).isEqualTo("urdma");
            assertThat(path.payloadBytes()).isEqualTo(payload);
            assertThat(path.minRttNs()).isPositive().isLessThanOrEqualTo(path.rttNs());
            assertThat(path.deliveryBitsPerSecond()).isPositive();
            assertThat(path.pacingBitsPerSecond()).isPositive();
            assertThat(path.windowBytes()).isPositive();
            // Something that was sent twice may still be under way.
            assertThat(path.inFlightBytes()).isNotNegative();
            assertThat(path.queueDelayNs()).isNotNegative();
            assertThat(path.state()).isNotEmpty();
        }
    }
}
