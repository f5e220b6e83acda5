package org.urdma4j.congestion.lossyield;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What may be under way after overflows. */
class CubicBoundTest {
    private static final long SECOND = 1_000_000_000;
    private static final long RTT = SECOND / 50;
    private static final double MANY = 10_000 * 1538;

    private final CubicBound bound = new CubicBound();
    private long nowNs;

    private void rounds(int count) {
        for (int i = 0; i < count; i++) {
            nowNs += RTT;
            bound.endRound(nowNs, MANY);
        }
    }

    @Test
    void shouldBoundNothingBeforeAnOverflow() {
        assertThat(bound.bytes()).isInfinite();
    }

    /** (10,000 x 0.15 / 0.4)^(1/3) seconds, RFC 9438, section 4.2. */
    @Test
    void shouldBeWhatItWasAfterThePeriodOfCubic() {
        bound.cut(nowNs, MANY, 1);
        assertThat(bound.bytes()).isBetween(0.849 * MANY, 0.851 * MANY);

        rounds((int) (Math.cbrt(10_000 * 0.15 / 0.4) * 50) - 1);
        assertThat(bound.bytes()).isBetween(0.99 * MANY, MANY);

        rounds(50);
        assertThat(bound.bytes()).isGreaterThan(MANY);
    }

    /** RFC 9438, section 4.3: 3 (1 - 0.7) / (1 + 0.7) of a segment a round trip. */
    @Test
    void shouldGrowAsRenoDoesWhereThatIsFaster() {
        double few = 100 * 1538;
        bound.cut(nowNs, few, 1);

        rounds(20);

        assertThat(bound.bytes()).isBetween((85 + 20 * 0.52) * 1538, (85 + 20 * 0.54) * 1538);
    }

    @Test
    void shouldGiveLessWherePartOfItIsAskedFor() {
        bound.cut(nowNs, MANY, 0.25);

        assertThat(bound.bytes()).isBetween(0.962 * MANY, 0.963 * MANY);
    }

    @Test
    void shouldAimForLessAfterASecondOverflow() {
        bound.cut(nowNs, MANY, 1);
        bound.cut(nowNs, 0.85 * MANY, 1);

        rounds(50 * 15);

        assertThat(bound.bytes()).isBetween(0.72 * MANY, 0.82 * MANY);
    }

    @Test
    void shouldLeaveFewPacketsAlone() {
        bound.cut(nowNs, 10 * 1538, 1);

        assertThat(bound.bytes()).isEqualTo(32 * 1538);
    }

    @Test
    void shouldEndWhereItIsFarBeyondWhatArrives() {
        bound.cut(nowNs, MANY, 1);

        rounds(50 * 90);

        assertThat(bound.bytes()).isInfinite();
    }

    @Test
    void shouldEndWhenItIsLifted() {
        bound.cut(nowNs, MANY, 1);
        bound.lift();

        assertThat(bound.bytes()).isInfinite();
    }
}
