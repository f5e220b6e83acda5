package org.urdma4j.transport.port.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.verbs.Mtu;

import java.net.InetAddress;

class LinkMtuTest {
    @ParameterizedTest
    @CsvSource({
        "65536, MTU_4096",
        "9000, MTU_4096",
        "4180, MTU_4096",
        "4179, MTU_2048",
        "1500, MTU_1024",
        "1280, MTU_1024",
        "1107, MTU_512",
        "68, MTU_256"
    })
    void shouldLeaveRoomForHeaders(int link, Mtu expected) {
        assertThat(LinkMtu.largestWithin(link)).isEqualTo(expected);
    }

    @Test
    void shouldTakeAllOf127ForLoopback() {
        LinkMtu configured = LinkMtu.of(InetAddress.ofLiteral("127.0.0.1"));
        assertThat(LinkMtu.of(InetAddress.ofLiteral("127.11.12.13"))).isEqualTo(configured);
        assertThat(configured.mtu()).isEqualTo(Mtu.MTU_4096);
    }

    @Test
    void shouldAssumeTheLeastOfAnUnknownAddress() {
        LinkMtu unknown = LinkMtu.of(InetAddress.ofLiteral("192.0.2.1"));
        assertThat(unknown).isEqualTo(new LinkMtu(0, 576));
        assertThat(unknown.mtu()).isEqualTo(Mtu.MTU_256);
    }

    @ParameterizedTest
    @CsvSource({"1500, 1472, 1452", "9000, 8972, 8952", "65536, 65507, 65487"})
    void shouldLeaveRoomForIpAndUdpInADatagram(int link, int ipv4, int ipv6) {
        assertThat(new LinkMtu(1, link).datagram(true)).isEqualTo(ipv4);
        assertThat(new LinkMtu(1, link).datagram(false)).isEqualTo(ipv6);
    }
}
