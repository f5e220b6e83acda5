package org.urdma4j.transport.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.time.Duration;

class PortsTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("127.0.0.1");

    @Test
    void shouldOpenWhatTheNameSays() {
        int port = FreePort.on(LOCAL, LOCAL);
        try (NetworkPort udp = Ports.open(LOCAL, attr().udpPort(port).build())) {
            assertThat(udp.description()).startsWith("udp 127.0.0.1:" + port);
        }
    }

    @Test
    void shouldRefuseWhatABackendCannotDo() {
        shouldRefuse(attr().backend("ib"), "\"ib\"");
        shouldRefuse(attr().gidType(GidType.ROCE_V1), "RoCEv2 alone");
        shouldRefuse(attr().backend("raw").udpPort(4792), "not on 4792");
        shouldRefuse(attr().backend("pcap").busyPoll(Duration.ofNanos(1)), "udp and raw");
    }

    private static ContextAttr.Builder attr() {
        return ContextAttr.builder();
    }

    private static void shouldRefuse(ContextAttr.Builder attr, String why) {
        assertThatThrownBy(() -> Ports.open(LOCAL, attr.build()).close())
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                .hasMessageContaining(why);
    }
}
