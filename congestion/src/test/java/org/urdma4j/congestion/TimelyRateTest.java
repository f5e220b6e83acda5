package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** TIMELY's updates one by one, and two flows at 10 Gbit/s that begin with unequal rates. */
class TimelyRateTest {
    private static final long LINE = 10_000_000_000L;
    private static final long STEP = 10_000_000;

    private final RateSample sample = new RateSample();

    private long after(RateController controller, long rttNs) {
        sample.nowNs += 20_000;
        sample.rttNs = rttNs;
        controller.onSample(sample);
        return controller.pacingBitsPerSecond();
    }

    private static TimelyConfig published() {
        return TimelyConfig.published(LINE).withStart(LINE / 2);
    }

    @Test
    void shouldRiseBelowTheLowThreshold() {
        Timely timely = new Timely(published());
        after(timely, 10_000);

        assertThat(after(timely, 49_999)).isEqualTo(LINE / 2 + 2 * STEP);
    }

    @Test
    void shouldFallAboveTheHighThresholdByTheSampleItself() {
        Timely timely = new Timely(published());

        assertThat(after(timely, 1_000_000)).isEqualTo((long) (LINE / 2 * (1 - 0.8 * 0.5)));
    }

    @Test
    void shouldFallByTheGradientBetweenTheThresholds() {
        Timely timely = new Timely(published());
        after(timely, 60_000);
        long before = timely.pacingBitsPerSecond();

        // 0.875 × 4 us over 20 us
        assertThat((double) after(timely, 64_000))
                .isCloseTo(before * (1 - 0.8 * 0.175), within(2.0));
    }

    @Test
    void shouldRiseFivefoldAfterFiveUpdatesWithoutAGradient() {
        Timely timely = new Timely(published());
        long rate = LINE / 2;
        for (int i = 0; i < 4; i++) {
            rate += STEP;
            assertThat(after(timely, 60_000)).isEqualTo(rate);
        }
        assertThat(after(timely, 60_000)).isEqualTo(rate + 5 * STEP);
    }

    @Test
    void shouldUpdateOnceInAMinimalRoundTrip() {
        Timely timely = new Timely(published());
        after(timely, 10_000);
        sample.nowNs += 19_999;
        timely.onSample(sample);

        assertThat(timely.pacingBitsPerSecond()).isEqualTo(LINE / 2 + STEP);
        sample.rttNs = 0; // a report without a round trip
        sample.nowNs += 1_000_000;
        timely.onSample(sample);
        assertThat(timely.pacingBitsPerSecond()).isEqualTo(LINE / 2 + STEP);
    }

    @Test
    void shouldKeepWithinItsBounds() {
        Timely timely = new Timely(published());
        for (int i = 0; i < 1000; i++) {
            after(timely, 1_000_000_000);
        }
        assertThat(timely.pacingBitsPerSecond()).isEqualTo(LINE / 1000);
        for (int i = 0; i < 2000; i++) {
            after(timely, 1_000);
        }
        assertThat(timely.pacingBitsPerSecond()).isEqualTo(LINE);
    }

    @Test
    void shouldWeighRiseAndFallWithThePatch() {
        TimelyPatched patched = new TimelyPatched(TimelyConfig.patched(LINE).withStart(LINE / 2));

        // no gradient: half of a step up, half of beta × (75 − 50)/50 down
        double expected = LINE / 2.0 * (1 - 0.008 * 0.5 * 0.5) + STEP * 0.5;
        assertThat((double) after(patched, 75_000)).isCloseTo(expected, within(1.0));
    }

    /** Two flows of 7 and 3 Gbit/s, packets of 1000 bytes as in the analysis, 4 us. */
    private static double jain(RateController seven, RateController three) {
        Bottleneck path = new Bottleneck(LINE, 4_000, 0, 1, 1000, 1);
        path.queueLimit(Long.MAX_VALUE / 2);
        TestFlow first = path.add(seven, 0);
        TestFlow second = path.add(three, 0);
        path.run(200 * Bottleneck.MS);
        double x = first.goodput(100 * Bottleneck.MS, 200 * Bottleneck.MS);
        double y = second.goodput(100 * Bottleneck.MS, 200 * Bottleneck.MS);
        return (x + y) * (x + y) / (2 * (x * x + y * y));
    }

    /** It has no one fixed point: two flows may go on for ever as unequal as they began. */
    @Test
    void shouldStayUnfairAsPublished() {
        TimelyConfig config = TimelyConfig.published(LINE);
        Timely seven = new Timely(config.withStart(7 * LINE / 10));
        Timely three = new Timely(config.withStart(3 * LINE / 10));

        assertThat(jain(seven, three)).isLessThan(0.95);
    }

    @Test
    void shouldBecomeFairWithThePatch() {
        TimelyConfig config = TimelyConfig.patched(LINE);
        TimelyPatched seven = new TimelyPatched(config.withStart(7 * LINE / 10));
        TimelyPatched three = new TimelyPatched(config.withStart(3 * LINE / 10));

        assertThat(jain(seven, three)).isGreaterThan(0.99);
    }
}
