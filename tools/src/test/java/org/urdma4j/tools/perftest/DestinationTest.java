package org.urdma4j.tools.perftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.verbs.Gid;

import java.io.IOException;

class DestinationTest {
    /** What ib_read_bw of perftest 4.5 said of a queue pair of rxe. */
    private static final String SAID =
            "0000:0080:00006f:54c5b9:000061f6:00007f0efa134000:"
                    + "00:00:00:00:00:00:00:00:00:00:ff:ff:0a:4d:00:01:00000000:";

    @Test
    void shouldReadWhatPerftestSays() throws IOException {
        assertThat(Destination.parse(SAID))
                .isEqualTo(
                        new Destination(
                                128,
                                0x6f,
                                0x54c5b9,
                                0x61f6,
                                0x7f0e_fa13_4000L,
                                Gid.parse("10.77.0.1")));
    }

    @Test
    void shouldSayItAsPerftestDoes() throws IOException {
        assertThat(Destination.parse(SAID).text()).isEqualTo(SAID).hasSize(107);
        assertThat(new Destination(1, 0xffffff, 0, -1, -2, Gid.parse("fd77::1")).text())
                .isEqualTo(
                        "0000:0001:ffffff:000000:ffffffff:fffffffffffffffe:"
                                + "fd:77:00:00:00:00:00:00:00:00:00:00:00:00:00:01:00000000:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hello", "0000:0080:00006f:54c5b9:000061f6:00007f0efa134000:00:"})
    void shouldRefuseWhatIsNone(String text) {
        assertThatThrownBy(() -> Destination.parse(text))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("says of its queue pair");
    }
}
