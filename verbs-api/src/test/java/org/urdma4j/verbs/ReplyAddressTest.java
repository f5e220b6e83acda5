package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;

/** The way back that ibv_init_ah_from_wc reads from the 40 bytes before a datagram. */
class ReplyAddressTest {
    /** As Linux rxe wrote it, with type of service 0x2e. */
    private static final String IPV4 = "00".repeat(20) + "452e003474a740004011b1470a4d00010a4d0002";

    private static final String IPV6 =
            "6b2c123400201140"
                    + "fd770000000000000000000000000001"
                    + "fd770000000000000000000000000002";

    private static final List<GidEntry> TABLE =
            List.of(
                    new GidEntry(Gid.parse("10.77.0.2"), 0, 1, GidType.ROCE_V1, 0),
                    new GidEntry(Gid.parse("10.77.0.2"), 1, 1, GidType.ROCE_V2, 0),
                    new GidEntry(Gid.parse("fd77::2"), 2, 1, GidType.ROCE_V2, 0),
                    new GidEntry(Gid.parse("10.77.0.9"), 0, 2, GidType.ROCE_V2, 0));

    private static AhAttr of(String header, int portNum) {
        WorkCompletion wc = new WorkCompletion().wcFlags(WcFlags.GRH).sl(3);
        MemorySegment grh = MemorySegment.ofArray(HexFormat.of().parseHex(header));
        return ReplyAddress.of(TABLE, portNum, wc, grh);
    }

    @Test
    void shouldLeadToTheSourceOfIpv4() {
        GlobalRoute route = new GlobalRoute(Gid.parse("10.77.0.1"), 0, 1, 255, 0x2e);
        assertThat(of(IPV4, 1)).isEqualTo(new AhAttr(route, 3, 1));
    }

    @Test
    void shouldLeadToTheSourceOfIpv6() {
        GlobalRoute route = new GlobalRoute(Gid.parse("fd77::1"), 0xc1234, 2, 255, 0xb2);
        assertThat(of(IPV6, 1)).isEqualTo(new AhAttr(route, 3, 1));
    }

    @ParameterizedTest
    @CsvSource({"2, is not in the GID table of port 2", "3, is not in the GID table of port 3"})
    void shouldRefuseWhatWasSentToSomebodyElse(int port, String why) {
        assertThatThrownBy(() -> of(IPV4, port))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldRefuseWhatIsNoHeader() {
        assertThatThrownBy(() -> of("00".repeat(40), 1)).hasMessageContaining("neither");
        assertThatThrownBy(() -> of(IPV4.substring(2), 1)).hasMessageContaining("not 39");
        assertThatThrownBy(
                        () -> ReplyAddress.of(TABLE, 1, new WorkCompletion(), MemorySegment.NULL))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("no GRH");
    }
}
