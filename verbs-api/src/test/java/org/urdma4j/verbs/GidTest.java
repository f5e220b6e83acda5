package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Random;
import java.util.random.RandomGenerator;

class GidTest {
    @Test
    void shouldMapIpv4IntoIpv6() {
        Gid gid = Gid.of(InetAddress.ofLiteral("192.168.1.254"));

        assertThat(gid.bytes())
                .containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 168, 1, 254);
        assertThat(gid.isIpv4Mapped()).isTrue();
        assertThat(gid.toInetAddress())
                .isInstanceOf(Inet4Address.class)
                .isEqualTo(InetAddress.ofLiteral("192.168.1.254"));
        assertThat(gid).hasToString("::ffff:192.168.1.254");
    }

    @Test
    void shouldTakeIpv6AsItIs() {
        InetAddress address = InetAddress.ofLiteral("2001:db8::ab:1");

        Gid gid = Gid.of(address);

        assertThat(gid.subnetPrefix()).isEqualTo(0x20010db8_00000000L);
        assertThat(gid.interfaceId()).isEqualTo(0x00000000_00ab0001L);
        assertThat(gid.isIpv4Mapped()).isFalse();
        assertThat(gid.toInetAddress()).isInstanceOf(Inet6Address.class).isEqualTo(address);
    }

    @Test
    void shouldLeaveTheScopeBehind() throws Exception {
        byte[] linkLocal = Gid.parse("fe80::1").bytes();
        InetAddress scoped = Inet6Address.getByAddress(null, linkLocal, 1);

        assertThat(Gid.of(scoped)).isEqualTo(Gid.parse("fe80::1"));
    }

    /** The examples of RFC 5952 sections 4 and 5, and the corners of compression. */
    @ParameterizedTest
    @CsvSource({
        "2001:0db8:0000:0000:0000:0000:0002:0001, 2001:db8::2:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:DB8:AAAA:BBBB:CCCC:DDDD:EEEE:AAAA, 2001:db8:aaaa:bbbb:cccc:dddd:eeee:aaaa",
        "0:0:0:0:0:0:0:0, ::",
        "0:0:0:0:0:0:0:1, ::1",
        "fe80:0:0:0:0:0:0:0, fe80::",
        "::ffff:10.0.0.1, ::ffff:10.0.0.1",
        "10.0.0.1, ::ffff:10.0.0.1",
        "00000000000000000000ffff0a000001, ::ffff:10.0.0.1"
    })
    void shouldPrintAsRfc5952(String text, String canonical) {
        assertThat(Gid.parse(text)).hasToString(canonical);
    }

    @Test
    void shouldReadBackWhatItPrints() {
        RandomGenerator random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            int zeros = random.nextInt(0x100);
            for (int group = 0; group < 8; group++) {
                if ((zeros & 1 << group) != 0) {
                    bytes[2 * group] = 0;
                    bytes[2 * group + 1] = 0;
                }
            }
            Gid gid = Gid.of(bytes);

            assertThat(gid.bytes()).isEqualTo(bytes);
            assertThat(InetAddress.ofLiteral(gid.toString()).getAddress())
                    .isEqualTo(gid.toInetAddress().getAddress());
            assertThat(Gid.parse(gid.toString())).isEqualTo(gid);
            assertThat(Gid.parse(gid.toHexString())).isEqualTo(gid);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "1",
                "10.1",
                "1:2:3",
                "gg",
                "0000000000000000000000000000000g",
                "10.0.0.256"
            })
    void shouldRefuseWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> Gid.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseAnythingButSixteenBytes() {
        assertThatThrownBy(() -> Gid.of(new byte[4]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("16");
    }
}
