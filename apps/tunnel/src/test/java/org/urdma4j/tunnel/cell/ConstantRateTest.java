package org.urdma4j.tunnel.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.SplittableRandom;

/** When cells are due, in virtual time. */
class ConstantRateTest {
    private static final int CELL = 1472;
    private static final int MOST = 44;
    private static final long SLICE_NS = 100_000_000;
    private static final long START_NS = 0x7fff_ffff_fff0_0000L; // the clock turns negative soon

    /**
     * However busy the caller is, each tenth of a second has its share of cells but for one batch:
     * how busy it is can't be seen.
     */
    @ParameterizedTest
    @CsvSource({"1000000000, 1472", "123456789, 1472", "25000000000, 8972", "1000000000, 128"})
    void shouldFillEachSliceAlike(long rateBps, int cell) {
        ConstantRate rate = new ConstantRate(rateBps, cell, MOST, START_NS);
        double expected = rateBps / 8.0 / cell / 10;
        SplittableRandom random = new SplittableRandom(7);
        long nowNs = START_NS;
        for (int slice = 0; slice < 30; slice++) {
            long endNs = START_NS + (slice + 1) * SLICE_NS;
            int most = slice % 2 == 0 ? 1000 : 400_000;
            long cells = 0;
            while (nowNs - endNs < 0) {
                while (rate.poll(nowNs)) {
                    cells += rate.cells();
                }
                nowNs += Math.min(random.nextLong(1, most), endNs - nowNs);
            }
            assertThat((double) cells)
                    .as("slice %d", slice)
                    .isBetween(
                            expected * 0.995 - 2 * rate.cells(),
                            expected * 1.005 + 2 * rate.cells());
        }
        assertThat(rate.missed()).isZero();
    }

    /** No nanosecond is lost on the way: after a thousand seconds it is right to a batch. */
    @Test
    void shouldNotDrift() {
        long rateBps = 999_999_937;
        ConstantRate rate = new ConstantRate(rateBps, CELL, 1, 0);
        long cells = 0;
        long endNs = 10_000_000_000L;
        for (long nowNs = 0; nowNs - endNs < 0; nowNs = rate.nextNs()) {
            assertThat(rate.poll(nowNs)).isTrue();
            cells++;
        }
        assertThat(cells).isEqualTo(Math.ceilDiv(endNs / 1_000_000_000 * rateBps, CELL * 8L));
    }

    /** What a caller that slept too long can't make up for is missed; nothing else is. */
    @Test
    void shouldMissWhatIsTooLate() {
        ConstantRate rate = new ConstantRate(8L * CELL * 1000, CELL, MOST, 0);
        assertThat(rate.cells()).isEqualTo(1);
        int cells = 0;
        while (rate.poll(1_000_000_000)) {
            cells++;
        }
        assertThat(cells).isBetween(20, 22);
        assertThat(rate.missed()).isEqualTo(1001 - cells);
        rate.restart(5_000_000_000L);
        assertThat(rate.poll(5_000_000_000L)).isTrue();
        assertThat(rate.poll(5_000_000_000L)).isFalse();
        assertThat(rate.missed()).isEqualTo(1001 - cells);
    }

    @Test
    void shouldSayWhichRatesThereAre() {
        for (long bad : new long[] {-1, 0, 99_999, 400_000_000_001L}) {
            assertThatThrownBy(() -> new ConstantRate(bad, CELL, MOST, 0))
                    .hasMessageContaining("100k to 400G");
        }
    }
}
