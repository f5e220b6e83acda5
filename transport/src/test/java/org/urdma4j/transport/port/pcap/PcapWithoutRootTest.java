package org.urdma4j.transport.port.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.port.raw.UserNamespace;

/** What CAP_NET_RAW is needed for with libpcap, in namespaces of a user. */
@Tag("userns")
@Timeout(60)
class PcapWithoutRootTest {
    private static final String LOOPBACK_UP = "ip link set lo up && exec ";

    @BeforeAll
    static void canCapture() throws Exception {
        InstalledLibpcap.require();
        UserNamespace.require();
    }

    @Test
    void shouldNeedNoMoreThanOneCapability() throws Exception {
        String only = "setpriv --bounding-set=-all,+net_raw --inh-caps=-all ";
        assertThat(
                        UserNamespace.run(
                                LOOPBACK_UP
                                        + only
                                        + UserNamespace.java(PcapOpening.class, "127.0.0.1")))
                .contains("open: pcap 127.0.0.1 on lo");
    }

    @Test
    void shouldSayWhatIsMissingWithoutIt() throws Exception {
        String none = "setpriv --bounding-set=-all --inh-caps=-all ";
        assertThat(
                        UserNamespace.run(
                                LOOPBACK_UP
                                        + none
                                        + UserNamespace.java(PcapOpening.class, "127.0.0.1")))
                .contains("EPERM", "CAP_NET_RAW", "setpriv")
                .doesNotContain("Exception");
    }
}
