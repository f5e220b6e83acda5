package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FixedRatePacerTest {
    private static final int PACKET = 4178;

    private final FixedRatePacer pacer = new FixedRatePacer();

    @Test
    void shouldNeverWaitWithoutARate() {
        pacer.onTransmit(5, 1 << 30);

        assertThat(pacer.budget(5)).isEqualTo(Long.MAX_VALUE);
        assertThat(pacer.nextTransmitNs(5)).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({
        "1000000, 0",
        "1000000000, 0",
        "100000000000, 0",
        "1000000000, 9223372036854775000"
    })
    void shouldSendAtTheRateWhateverTheClockReads(long rate, long startNs) {
        pacer.rate(rate, PACKET);
        long now = startNs;
        long sent = 0;
        for (int burst = 0; burst < 10_000; burst++) {
            now = Math.max(now - startNs, pacer.nextTransmitNs(now) - startNs) + startNs;
            long budget = pacer.budget(now);
            assertThat(budget).isPositive();
            for (long left = budget; left > 0; left -= PACKET) {
                pacer.onTransmit(now, PACKET);
                sent += PACKET;
            }
        }

        double seconds = (now - startNs) / 1e9;

        assertThat(sent * 8 / seconds).isCloseTo((double) rate, within((double) rate * 0.001));
    }

    @Test
    void shouldHoldBackUntilAWholeBurstIsDue() {
        pacer.rate(1_000_000_000, PACKET);
        pacer.onTransmit(0, pacer.budget(0));

        long due = pacer.nextTransmitNs(0);

        assertThat(due).isCloseTo(524_288, within(8L));
        assertThat(pacer.budget(due - 1)).isZero();
        assertThat(pacer.budget(due)).isCloseTo(64 * 1024L, within(2L));
    }

    @Test
    void shouldCatchUpAtMostOneBurstAfterALateTimer() {
        pacer.rate(1_000_000_000, PACKET);
        pacer.onTransmit(0, pacer.budget(0));

        assertThat(pacer.budget(1_000_000_000)).isEqualTo(2 * 64 * 1024L);
    }

    @Test
    void shouldKeepABurstWithinAMillisecondButAtLeastTwoPackets() {
        pacer.rate(80_000_000, 1000);
        assertThat(pacer.budget(0)).isEqualTo(10_000L);

        pacer.rate(1_000_000, PACKET);
        assertThat(pacer.budget(0)).isEqualTo(2 * PACKET);
    }

    @Test
    void shouldRefuseANegativeRate() {
        assertThatThrownBy(() -> pacer.rate(-1, PACKET))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 bit/s");
    }
}
