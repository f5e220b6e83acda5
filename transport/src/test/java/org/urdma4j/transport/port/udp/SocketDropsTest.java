package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.netty.channel.epoll.Epoll;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.pipeline.IcrcMode;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

@Timeout(60)
class SocketDropsTest {
    private static final InetAddress US = InetAddress.ofLiteral("127.0.0.1");
    private static final int SENT = 500;

    @Test
    void shouldCountWhatTheReceiveBufferHadNoRoomFor() throws Exception {
        assumeThat(Epoll.isAvailable()).as("epoll").isTrue();
        int port = FreePort.on(US, US);
        UdpPortConfig config =
                UdpPortConfig.builder(US).port(port).bufferBytes(20_000).icrc(IcrcMode.OFF).build();
        try (UdpPort receiver = UdpPort.open(config);
                DatagramChannel sender = DatagramChannel.open()) {
            Counters counters = receiver.shard().counters();
            try (Stall _ = Stall.of(receiver)) {
                for (int i = 0; i < SENT; i++) {
                    sender.send(ByteBuffer.allocate(1000), new InetSocketAddress(US, port));
                }
            }
            Endpoint.await(() -> counters.get(Counter.DROPPED_BY_SOCKET) > 0, "a count of drops");
            long arrived =
                    counters.get(Counter.DROPPED_UNKNOWN_QP)
                            + counters.get(Counter.DROPPED_UNKNOWN_OPCODE)
                            + counters.get(Counter.DROPPED_MALFORMED);
            assertThat(arrived).isPositive();
            assertThat(counters.get(Counter.DROPPED_BY_SOCKET)).isEqualTo(SENT - arrived);
        }
    }
}
