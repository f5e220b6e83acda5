package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a user may do in namespaces of his own, {@code unshare -Urnm}, and what CAP_NET_RAW is
 * needed for. Skipped where users can't make namespaces.
 */
@Tag("userns")
@Timeout(60)
class WithoutRootTest {
    private static final String LOOPBACK_UP = "ip link set lo up && exec ";

    @BeforeAll
    static void canMakeNamespaces() throws Exception {
        UserNamespace.require();
    }

    private static String java(String... arguments) {
        return UserNamespace.java(RawTransfer.class, arguments);
    }

    @Test
    void shouldCarryFramesInNamespacesOfAUser() throws Exception {
        assertThat(UserNamespace.run(java())).contains("placed 4194304, equal true, wrong ICRCs 0");
    }

    @Test
    void shouldNeedNoMoreThanOneCapability() throws Exception {
        String only = "setpriv --bounding-set=-all,+net_raw --inh-caps=-all ";
        assertThat(UserNamespace.run(LOOPBACK_UP + only + java("127.0.0.1")))
                .contains("open: raw 127.0.0.1 on lo");
    }

    @Test
    void shouldSayWhatIsMissingWithoutIt() throws Exception {
        String none = "setpriv --bounding-set=-all --inh-caps=-all ";
        assertThat(UserNamespace.run(LOOPBACK_UP + none + java("127.0.0.1")))
                .contains("EPERM", "CAP_NET_RAW", "setpriv", "udp backend")
                .doesNotContain("Exception");
    }
}
