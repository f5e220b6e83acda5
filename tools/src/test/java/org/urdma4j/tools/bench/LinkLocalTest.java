package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.urdma4j.tools.CommandProcess;
import org.urdma4j.tools.Invocation;
import org.urdma4j.tools.UserNamespaces;

import java.util.List;

/** Interfaces have other names than addresses of proxies may have. */
@Tag("userns")
class LinkLocalTest {
    private static final String MAKE =
            """
            ip link add Br-lan_0 type veth peer name other && ip link set Br-lan_0 up &&
            ip link set other up && ip addr add fe80::1/64 dev Br-lan_0 nodad && echo made
            """;

    @Test
    void shouldReachAnAddressWhoseScopeHasAnyName() throws Exception {
        try (UserNamespaces namespaces = UserNamespaces.make();
                CommandProcess making = namespaces.start("g", List.of("sh", "-c", MAKE))) {
            making.endWell();
            try (CommandProcess asking =
                    namespaces.urdma("g", "bench", "client", "fe80::1%Br-lan_0")) {
                Invocation end = asking.end();
                assertThat(end.status()).isEqualTo(1);
                assertThat(end.err()).contains("fe80::1%Br-lan_0").contains("Connection refused");
            }
        }
    }

    /** Netty makes an identifier of the hardware address of a network card. */
    @Test
    void shouldNotMissANetworkCard() throws Exception {
        try (UserNamespaces namespaces = UserNamespaces.make();
                CommandProcess waiting =
                        namespaces.urdma("h", "rping", "-s", "-a", "127.0.0.1", "-d")) {
            waiting.awaitLine(line -> line.contains("listen"));
            assertThat(waiting.interrupt().err()).isEmpty();
        }
    }
}
