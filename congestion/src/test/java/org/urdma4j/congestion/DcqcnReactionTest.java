package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The reaction point step by step, with the paper's constants. */
class DcqcnReactionTest {
    private static final long LINE = 40_000_000_000L;
    private static final long T = 55_000;
    private static final double G = 1.0 / 256;

    private final Dcqcn dcqcn = new Dcqcn(DcqcnConfig.paper(LINE));

    private double gbps() {
        return dcqcn.pacingBitsPerSecond() / 1e9;
    }

    @Test
    void shouldBeginAtTheRateOfTheLine() {
        dcqcn.advance(1_000_000_000);

        assertThat(dcqcn.pacingBitsPerSecond()).isEqualTo(LINE);
        assertThat(dcqcn.windowBytes()).isEqualTo(RateController.UNLIMITED);
        assertThat(dcqcn.state()).isEqualTo("line-rate");
    }

    @Test
    void shouldHalveAtTheFirstNotificationAndGoHalfWayBackFourTimes() {
        dcqcn.onNotified(0);
        assertThat(gbps()).isEqualTo(20);

        double[] expected = {30, 35, 37.5, 38.75};
        for (int i = 0; i < expected.length; i++) {
            dcqcn.advance((i + 1) * T - 1);
            assertThat(gbps()).isEqualTo(i == 0 ? 20 : expected[i - 1]);
            dcqcn.advance((i + 1) * T);
            assertThat(gbps()).isEqualTo(expected[i]);
            assertThat(dcqcn.state()).isEqualTo("recovery");
        }
        dcqcn.advance(5 * T);
        assertThat(dcqcn.state()).isEqualTo("additive");
        // the target is the line already
        assertThat(gbps()).isEqualTo(39.375);
    }

    @Test
    void shouldTakeAlphaForTheShareOfMarks() {
        dcqcn.onNotified(0);
        assertThat(dcqcn.alpha()).isEqualTo(1);
        dcqcn.advance(10 * T);
        assertThat(dcqcn.alpha()).isCloseTo(Math.pow(1 - G, 10), within(1e-12));

        double before = gbps();
        double alpha = dcqcn.alpha();
        dcqcn.onNotified(10 * T);
        assertThat(gbps()).isCloseTo(before * (1 - alpha / 2), within(1e-6));
        assertThat(dcqcn.alpha()).isCloseTo((1 - G) * alpha + G, within(1e-12));
    }

    @Test
    void shouldRiseBeyondTheTargetByAdditiveSteps() {
        dcqcn.onNotified(0);
        dcqcn.onNotified(1); // the target is 20 Gbit/s now
        assertThat(gbps()).isCloseTo(10, within(0.05));
        dcqcn.advance(1 + 4 * T);
        double recovered = gbps();
        dcqcn.advance(1 + 5 * T);

        assertThat(gbps()).isCloseTo((recovered + 20.04) / 2, within(1e-6));
    }

    @Test
    void shouldCountBytesAsTime() {
        dcqcn.onNotified(0);
        dcqcn.onSent(1, 9_999_999);
        assertThat(gbps()).isEqualTo(20);
        dcqcn.onSent(2, 1);
        assertThat(gbps()).isEqualTo(30);
        dcqcn.onSent(3, 20_000_000);
        assertThat(gbps()).isEqualTo(37.5);
        dcqcn.onNotified(4);
        dcqcn.onSent(5, 9_999_999);
        assertThat(gbps()).as("a notification restarts the counter").isLessThan(20);
    }

    @Test
    void shouldGrowStepsWhereBothCountersAreBeyondRecovery() {
        DcqcnConfig config =
                DcqcnConfig.paper(LINE).toBuilder()
                        .increase(40_000_000, 200_000_000)
                        .timers(T, T, 1000)
                        .build();
        Dcqcn hyper = new Dcqcn(config);
        for (int i = 0; i < 8; i++) {
            hyper.onNotified(i);
        }
        long target = hyper.pacingBitsPerSecond();
        hyper.onNotified(8);
        hyper.onSent(9, 5_000);
        hyper.advance(8 + 5 * T); // five and five: both at F, not beyond; six additive steps
        assertThat(hyper.state()).isEqualTo("additive");
        hyper.onSent(10, 1_000);
        hyper.advance(8 + 6 * T);
        assertThat(hyper.state()).isEqualTo("hyper");
        // then one of 40 Mbit/s with the sixth of bytes, and one of 200 with the sixth of time
        double steps = 40e6 * (1 + 5 + 1) + 200e6;
        hyper.advance(8 + 30 * T);
        assertThat(hyper.pacingBitsPerSecond()).isGreaterThan((long) (target + steps));
    }

    @Test
    void shouldNotFallBelowTheLeastRateNorRiseAboveTheLine() {
        for (int i = 0; i < 1000; i++) {
            dcqcn.onNotified(i);
        }
        assertThat(dcqcn.pacingBitsPerSecond()).isEqualTo(LINE / 400);
        dcqcn.advance(1_000_000_000);
        assertThat(dcqcn.pacingBitsPerSecond()).isBetween(LINE - 1, LINE);
    }

    @Test
    void shouldCatchUpAfterAnHourAtOnce() {
        dcqcn.onNotified(0);
        dcqcn.advance(3_600_000_000_000L);
        assertThat(dcqcn.pacingBitsPerSecond()).isBetween(LINE - 1, LINE);
        dcqcn.onNotified(3_600_000_000_001L);

        assertThat(gbps()).as("nothing is left of alpha").isCloseTo(40, within(1e-6));
    }

    @Test
    void shouldKeepTheTargetOfBeforeWhereItIsNotClamped() {
        Dcqcn qcn = new Dcqcn(DcqcnConfig.paper(LINE).toBuilder().clampTarget(false).build());
        qcn.onNotified(0);
        qcn.onNotified(1);
        qcn.advance(1 + T);

        assertThat(qcn.pacingBitsPerSecond() / 1e9).isCloseTo(25, within(0.05));
    }

    @Test
    void shouldScaleStepsWithTheLine() {
        DcqcnConfig config = DcqcnConfig.scaled(100_000_000_000L);

        assertThat(config.additiveBitsPerSecond()).isEqualTo(20_000_000);
        assertThat(config.hyperBitsPerSecond()).isEqualTo(200_000_000);
        assertThatThrownBy(() -> DcqcnConfig.scaled(0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> config.toBuilder().alpha(0, 1).build())
                .hasMessageContaining("gain");
    }
}
