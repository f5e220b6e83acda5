package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.WrOpcode;

import java.time.Duration;

/** Ports whose event loops don't sleep while they are used, nor when they are closed. */
@Timeout(60)
class AwakePortTest {
    private static final int BYTES = 300_001;
    private static final int TIMES = 20;
    private static final Duration WINDOW = Duration.ofSeconds(1);

    @ParameterizedTest
    @EnumSource(names = {"EPOLL_IPV4", "NIO_IPV4", "EPOLL_IPV6", "NIO_IPV6"})
    void shouldMoveBytesAndClose(Sockets sockets) {
        sockets.assumeAvailable();
        UdpPortConfig config = sockets.config().toBuilder().busyPoll(WINDOW).build();
        try (Endpoint a = new Endpoint(UdpPort.open(config), BYTES)) {
            Endpoint.connect(a, a, Mtu.MTU_4096);
            for (int i = 0; i < TIMES; i++) {
                a.post(WrOpcode.RDMA_WRITE, a);
                a.awaitSuccess();
            }
            assertThat(a.count(Counter.SEND_ERR)).isZero();
        }
        UdpPort.open(config).close(); // what it held is free again
    }
}
