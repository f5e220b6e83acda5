package org.urdma4j.gateway.bridge.port;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a two-port MAC relay keeps to its own link: IEEE 802.1Q, table 8-3. BPDUs, to
 * 01:80:c2:00:00:00, aren't among it, so that the bridges at both ends see a loop.
 */
class BridgeFilterTest {
    private static final long[] PROGRAM = BridgeSocket.filter().program();

    private static byte[] frame(String destination, int bytes) {
        String hex = destination.replace(":", "") + "02000000000188cc";
        return Arrays.copyOf(HexFormat.of().parseHex(hex), bytes);
    }

    private static boolean passes(String destination) {
        return FilterMachine.passes(PROGRAM, frame(destination, 60));
    }

    @Test
    void onlyPauseSlowProtocolsMacControlAndNearestBridgeShouldStay() {
        List<Integer> kept =
                IntStream.range(0, 256)
                        .filter(low -> !passes("01:80:c2:00:00:%02x".formatted(low)))
                        .boxed()
                        .toList();
        assertThat(kept).containsExactly(0x01, 0x02, 0x04, 0x0e);
    }

    @Test
    void addressesThatOnlyLookLikeThemShouldPass() {
        assertThat(
                        List.of(
                                "01:80:c2:00:01:02",
                                "01:80:c2:01:00:02",
                                "00:80:c2:00:00:02",
                                "01:80:c3:00:00:02",
                                "03:80:c2:00:00:02",
                                "ff:ff:ff:ff:ff:ff",
                                "02:00:00:00:00:02",
                                "01:00:5e:00:00:02"))
                .allMatch(BridgeFilterTest::passes);
    }

    @Test
    void lengthShouldNotMatter() {
        for (int bytes = 6; bytes < 14; bytes++) {
            byte[] kept = frame("01:80:c2:00:00:02", bytes);
            byte[] passed = frame("01:80:c2:00:00:00", bytes);
            assertThat(FilterMachine.passes(PROGRAM, kept)).as("%d bytes", bytes).isFalse();
            assertThat(FilterMachine.passes(PROGRAM, passed)).as("%d bytes", bytes).isTrue();
        }
        assertThat(FilterMachine.passes(PROGRAM, new byte[0])).isTrue();
    }
}
