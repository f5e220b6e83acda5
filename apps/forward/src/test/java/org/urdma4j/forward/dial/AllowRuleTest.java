package org.urdma4j.forward.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;

class AllowRuleTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:5432,127.0.0.1,5432,true",
        "127.0.0.1:5432,127.0.0.1,5433,false",
        "127.0.0.1:5432,127.0.0.2,5432,false",
        "10.0.0.0/8:80-443,10.255.0.1,80,true",
        "10.0.0.0/8:80-443,10.0.0.0,443,true",
        "10.0.0.0/8:80-443,10.0.0.1,444,false",
        "10.0.0.0/8:80-443,11.0.0.1,80,false",
        "10.128.0.0/9:80,10.127.255.255,80,false",
        "0.0.0.0/0:1-65535,198.51.100.1,65535,true",
        "0.0.0.0/0:1-65535,127.0.0.1,80,false",
        "0.0.0.0/0:1-65535,169.254.169.254,80,false",
        "0.0.0.0/0:1-65535,224.0.0.1,80,false",
        "0.0.0.0/0:1-65535,2001:db8::1,80,false",
        "127.0.0.0/8:80,127.9.9.9,80,true",
        "127.0.0.0/8:80,::ffff:127.0.0.1,80,true",
        "127.0.0.1:80,::1,80,false",
        "127.0.0.1:80,0.0.0.0,80,false",
        "[::1]:80,::1,80,true",
        "[2001:db8::/32]:443,2001:db8:ffff::1,443,true",
        "[2001:db8::/32]:443,2001:db9::1,443,false",
        "[::/0]:443,::1,443,false",
        "[::/0]:443,fe80::1,443,false",
    })
    void shouldCoverWhatItNames(String rule, String address, int port, boolean covered) {
        assertThat(AllowRule.parse("--allow", rule).covers(InetAddress.ofLiteral(address), port))
                .isEqualTo(covered);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "80",
                "127.0.0.1",
                "localhost:80",
                "127.0.0.1:0",
                "127.0.0.1:65536",
                "127.0.0.1:90-80",
                "10.0.0.1/8:80",
                "10.0.0.0/33:80",
                "300.0.0.1:80",
                "::1:80",
                "[::1/129]:80",
                "[127.0.0.1:80",
                "127.0.0.1:80-",
                "127.0.0.1:80 ",
                "*:80"
            })
    void shouldSayWhatItTakes(String text) {
        assertThatThrownBy(() -> AllowRule.parse("--allow", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--allow takes ADDR[/BITS]:PORT[-PORT]");
    }
}
