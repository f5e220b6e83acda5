package org.urdma4j.tools.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.tools.Invocation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

class LinkLayersTest {
    private static final String MACS = "7cfe90753cd87cfe90753cd8";
    private static final String SLL = "000000010006" + "7cfe90753cd80000";
    private static final String SLL2_AFTER_TYPE = "0000" + "00000002" + "0001" + "0006" + MACS;
    private static final int MAC_LENGTH = 12;
    private static final int ETHERNET_LENGTH = 14;

    @TempDir private Path folder;

    static Stream<Arguments> packets() {
        byte[] v1 = Vectors.ROCE_V1_WRITE;
        byte[] cnp = Vectors.CNP;
        byte[] v4 = Vectors.UC_SEND_IPV4;
        byte[] v6 = Vectors.UC_SEND_IPV6;
        String sll2 = SLL2_AFTER_TYPE.substring(0, 36);
        return Stream.of(
                Arguments.of("RoCEv1", LinkType.ETHERNET, v1),
                Arguments.of("RoCEv1 ACK", LinkType.ETHERNET, Vectors.ROCE_V1_ACK),
                Arguments.of(
                        "RoCEv1 in VLAN",
                        LinkType.ETHERNET,
                        Vectors.behind(MACS + "81006005", v1, MAC_LENGTH)),
                Arguments.of("CNP", LinkType.ETHERNET, cnp),
                Arguments.of(
                        "CNP in two VLANs",
                        LinkType.ETHERNET,
                        Vectors.behind(MACS + "88a80064" + "8100c005", cnp, MAC_LENGTH)),
                Arguments.of("IPv4", LinkType.RAW, v4),
                Arguments.of("IPv4", LinkType.IPV4, v4),
                Arguments.of("IPv4", LinkType.RAW_BSD, v4),
                Arguments.of("IPv6", LinkType.RAW, v6),
                Arguments.of("IPv6", LinkType.IPV6, v6),
                Arguments.of("IPv6", LinkType.RAW_OPENBSD, v6),
                Arguments.of("IPv6", LinkType.ETHERNET, Vectors.behind(MACS + "86dd", v6, 0)),
                Arguments.of("IPv4", LinkType.NULL, Vectors.behind("02000000", v4, 0)),
                Arguments.of("IPv6", LinkType.LOOP, Vectors.behind("0000001e", v6, 0)),
                Arguments.of("IPv4", LinkType.LINUX_SLL, Vectors.behind(SLL + "0800", v4, 0)),
                Arguments.of(
                        "RoCEv1",
                        LinkType.LINUX_SLL,
                        Vectors.behind(SLL + "8915", v1, ETHERNET_LENGTH)),
                Arguments.of("IPv6", LinkType.LINUX_SLL2, Vectors.behind("86dd" + sll2, v6, 0)),
                Arguments.of(
                        "RoCEv1",
                        LinkType.LINUX_SLL2,
                        Vectors.behind("8915" + sll2, v1, ETHERNET_LENGTH)));
    }

    @ParameterizedTest(name = "{0} on link type {1}")
    @MethodSource("packets")
    void shouldCheckTheIcrcBehindEveryLinkLayer(String name, int linkType, byte[] packet)
            throws IOException {
        Path file = Vectors.write(folder.resolve("a.pcap"), linkType, packet);

        Invocation result = Invocation.of("pcap", "check", file);

        assertThat(result.out())
                .contains(": 1 RoCE packets, 0 others", "ICRC: 1 right, 0 wrong, 0 unchecked");
        assertThat(result.status()).isZero();
    }
}
