package org.urdma4j.gateway.tap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class NetDeviceTest {
    private static final List<String> LINES =
            List.of(
                    "Inter-|   Receive                            |  Transmit",
                    " face |bytes    packets errs drop fifo frame compressed multicast|bytes ...",
                    "    lo:       1       2    3    4    5     6          7         8        9      10   11   12    13    14      15         16",
                    "  wan0:100 2 3 4 5 6 7 8 9 10 11 77 13 14 15 16");

    @Test
    void theFourthOfTheSecondHalfShouldBeRead() {
        assertThat(NetDevice.transmitDropped(LINES, "wan0")).isEqualTo(77);
        assertThat(NetDevice.transmitDropped(LINES, "lo")).isEqualTo(12);
    }

    @Test
    void aDeviceThatIsGoneShouldHaveDroppedNothing() {
        assertThat(NetDevice.transmitDropped(LINES, "wan1")).isZero();
    }
}
