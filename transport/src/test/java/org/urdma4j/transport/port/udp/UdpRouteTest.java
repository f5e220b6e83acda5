package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.InetSocketAddress;

class UdpRouteTest {
    private static final InetSocketAddress LOCAL = at("127.0.0.1", 4791);

    private final UdpRoute route = new UdpRoute(null, LOCAL, 4791, at("127.0.0.2", 4791), true);

    private static InetSocketAddress at(String host, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(host), port);
    }

    /** Whoever was the peer's last time doesn't make the next one so. */
    @Test
    void shouldKnowThePeerByItsAddress() {
        assertThat(route.isFrom(null)).isFalse();
        for (int i = 0; i < 3; i++) {
            InetSocketAddress peer = at("127.0.0.2", 1000 + i);
            assertThat(route.isFrom(peer)).isTrue();
            assertThat(route.isFrom(at("127.0.0.3", 4791))).isFalse();
            assertThat(route.isFrom("127.0.0.2")).isFalse();
            assertThat(route.isFrom(null)).isFalse();
            assertThat(route.isFrom(peer)).isTrue();
        }
    }
}
