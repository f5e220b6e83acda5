package org.urdma4j.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/** What lies close under a bound is a full queue, what lies close over one is an empty path. */
class DelayShapeTest {
    private static final long MS = 1_000_000;

    private final SplittableRandom random = new SplittableRandom(1);

    private DelayShape after(int reports, DoubleUnaryOperator delayNs) {
        DelayShape shape = new DelayShape(100 * MS);
        RateSample s = new RateSample();
        s.nowNs = 100 * MS;
        for (int i = 0; i < reports; i++) {
            s.nowNs += MS;
            s.sentNs = s.nowNs - 20 * MS;
            s.forwardDelayNs = -77_000_000_000L + (long) delayNs.applyAsDouble(random.nextDouble());
            shape.onSample(s);
        }
        return shape;
    }

    /** Most packets wait for all of it, fewer the more room they found. */
    private static double underABound(double uniform) {
        return 40e6 + 100_000 * Math.log(1 - uniform);
    }

    private static double overABound(double uniform) {
        return 20e6 - 100_000 * Math.log(1 - uniform);
    }

    @Test
    void shouldSeeAFullQueue() {
        assertThat(after(200, DelayShapeTest::underABound).isOfFullQueue()).isTrue();
    }

    @Test
    void shouldSeeNoneOnAPathThatJitters() {
        assertThat(after(200, DelayShapeTest::overABound).isOfFullQueue()).isFalse();
        assertThat(after(2000, u -> 20e6 + u * 1e6).isOfFullQueue()).isFalse();
    }

    @Test
    void shouldSeeNoneWhereNothingVaries() {
        assertThat(after(200, u -> 20e6).isOfFullQueue()).isFalse();
    }

    /** Packets that leave in pairs: of most the second is reported, of some the first. */
    @Test
    void shouldNotTakePairsForAQueue() {
        assertThat(after(500, u -> u < 0.25 ? 20e6 : 20.34e6).isOfFullQueue()).isFalse();
    }

    @Test
    void shouldNotJudgeByWhatWasSentBefore() {
        // 19 reports are of packets sent before
        assertThat(after(40, DelayShapeTest::underABound).isOfFullQueue()).isFalse();
        assertThat(after(60, DelayShapeTest::underABound).isOfFullQueue()).isTrue();
    }
}
