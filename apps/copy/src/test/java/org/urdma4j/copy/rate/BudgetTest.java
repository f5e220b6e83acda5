package org.urdma4j.copy.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final long S = 1_000_000_000;

    /** Takes as much as it may for some seconds, and returns how much that was. */
    private static long taken(Budget budget, long fromNs, long seconds, int step) {
        long now = fromNs;
        long bytes = 0;
        while (now - fromNs < seconds * S) {
            now += budget.take(step, now);
            bytes += step;
        }
        return bytes;
    }

    @Test
    void shouldKeepToItsRateWhateverIsTakenAtATime() {
        for (int step : new int[] {100, 4096, 1 << 20}) {
            Budget budget = new Budget(80_000_000, 0);
            assertThat((double) taken(budget, 0, 20, step)).isCloseTo(200e6, within(2e6));
        }
    }

    @Test
    void shouldSaveNoMoreThanABurst() {
        Budget budget = new Budget(8_000_000, 0);
        assertThat(taken(budget, 3600 * S, 1, 1000)).isBetween(1_000_000L, 1_060_000L);
    }

    @Test
    void shouldGoByANewRateAtOnce() {
        Budget budget = new Budget(8_000, 0);
        assertThat(budget.take(1_000_000, 0)).isGreaterThan(900 * S);
        budget.rate(800_000_000, 0);
        assertThat(budget.waitNs(0)).isLessThan(S / 50);
        budget.rate(0, 0);
        assertThat(budget.take(Integer.MAX_VALUE, 0)).isZero();
    }
}
