package org.urdma4j.transport.port.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;

import java.util.List;

class LinkLocalTest {
    private static final Gid ADDRESS = Gid.parse("192.0.2.1");

    /** The first is the example of RFC 4291, appendix A, as an interface of its own number. */
    @ParameterizedTest
    @CsvSource({
        "34569abcdef0, fe80::3656:9aff:febc:def0",
        "020000000001, fe80::ff:fe00:1",
        "000000000001, fe80::200:ff:fe00:1",
        "fffefdfcfbfa, fe80::fdfe:fdff:fefc:fbfa",
    })
    void shouldNameTheMacAddress(String hex, String gid) {
        long mac = Long.parseLong(hex, 16);

        assertThat(LinkLocal.of(mac)).isEqualTo(Gid.parse(gid));
        assertThat(LinkLocal.mac(Gid.parse(gid))).isEqualTo(mac);
    }

    /** Of another prefix, by a random number (RFC 8981), of another scope, of IPv4. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fd00::3656:9aff:febc:def0",
                "fe80::3656:9a12:34bc:def0",
                "fe80:0:0:1:3656:9aff:febc:def0",
                "192.0.2.1"
            })
    void shouldNameNoMacAddress(String gid) {
        assertThat(LinkLocal.mac(Gid.parse(gid))).isEqualTo(LinkLocal.UNKNOWN);
    }

    @Test
    void shouldOrderTheTableAsLinuxDoes() {
        Link link = new Link("eth0", 7, 0x0200_0000_0001L, 1500, true, false);

        Gid own = Gid.parse("fe80::ff:fe00:1");
        assertThat(LinkLocal.table(link, ADDRESS))
                .isEqualTo(
                        List.of(
                                new GidEntry(own, 0, 1, GidType.ROCE_V1, 7),
                                new GidEntry(own, 1, 1, GidType.ROCE_V2, 7),
                                new GidEntry(ADDRESS, 2, 1, GidType.ROCE_V1, 7),
                                new GidEntry(ADDRESS, 3, 1, GidType.ROCE_V2, 7)));
    }

    @Test
    void shouldHaveNoneWithoutAMacAddress() {
        Link loopback = new Link("lo", 1, 0, 65_536, true, true);

        assertThat(LinkLocal.table(loopback, ADDRESS))
                .isEqualTo(
                        List.of(
                                new GidEntry(ADDRESS, 0, 1, GidType.ROCE_V1, 1),
                                new GidEntry(ADDRESS, 1, 1, GidType.ROCE_V2, 1)));
    }
}
