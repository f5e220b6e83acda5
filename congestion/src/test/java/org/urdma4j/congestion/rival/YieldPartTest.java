package org.urdma4j.congestion.rival;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YieldPartTest {
    private static final long MS = 1_000_000;
    private static final long TARGET_NS = 2 * MS;

    private final YieldPart yield = new YieldPart();
    private long nowNs = 7_000 * MS;

    private void rounds(int count, long queueNs) {
        for (int i = 0; i < count; i++) {
            nowNs += 20 * MS;
            yield.endRound(nowNs, queueNs, TARGET_NS);
        }
    }

    @Test
    void aProbeOfItsOwnShouldChangeNothing() {
        rounds(3, 10 * MS);
        rounds(1, 0);
        rounds(3, 10 * MS);
        assertThat(yield.part()).isEqualTo(1);
    }

    @Test
    void aQueueThatStandsShouldTakeNearlyEverything() {
        rounds(30, 10 * MS);
        assertThat(yield.part()).isEqualTo(YieldPart.LEAST);
    }

    @Test
    void withoutAQueueItShouldRise() {
        rounds(30, 10 * MS);
        rounds(100, 0);
        assertThat(yield.part()).isEqualTo(1);
    }

    @Test
    void aQueueThatGoesForMomentsShouldNotBeFilled() {
        for (int i = 0; i < 20; i++) {
            rounds(100, 10 * MS);
            rounds(50, 0);
        }
        rounds(100, 10 * MS);
        rounds(50, 0);
        assertThat(yield.part()).isEqualTo(YieldPart.LEAST);
    }

    @Test
    void afterRisesThatMetAQueueItShouldStillRiseInTheEnd() {
        for (int i = 0; i < 20; i++) {
            rounds(10, 10 * MS);
            rounds(50, 0);
        }
        rounds(300, 0);
        assertThat(yield.part()).isEqualTo(1);
    }
}
