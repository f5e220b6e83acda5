package org.urdma4j.simulation.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.BitSet;
import java.util.SplittableRandom;

/** Shares and run lengths against what probability theory says of each process. */
class LossStatisticsTest {
    private static final int DRAWS = 1_000_000;

    @ParameterizedTest
    @ValueSource(doubles = {0.0001, 0.001, 0.01, 0.05, 0.5, 0.999})
    void shouldLoseTheShareOfBernoulli(double p) {
        BitSet lost = draw(new Bernoulli(p), 42);

        double sigma = Math.sqrt(DRAWS * p * (1 - p));
        assertThat((double) lost.cardinality()).isCloseTo(DRAWS * p, within(4 * sigma));
    }

    @Test
    void shouldLoseIndependently() {
        double p = 0.1;
        BitSet lost = draw(new Bernoulli(p), 42);

        int pairs = 0;
        for (int i = 1; i < DRAWS; i++) {
            pairs += lost.get(i - 1) && lost.get(i) ? 1 : 0;
        }
        // twice 5 sigma of a binomial: neighbouring pairs overlap
        double expected = DRAWS * p * p;
        assertThat((double) pairs).isCloseTo(expected, within(10 * Math.sqrt(expected)));
        assertGeometric(runs(lost, true), 1 - p);
    }

    @Test
    void shouldLoseAllOrNothingAtTheEnds() {
        assertThat(draw(new Bernoulli(1), 7).cardinality()).isEqualTo(DRAWS);
        assertThat(draw(new Bernoulli(0), 7).cardinality()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0.001, 0.25, 1, 0",
        "0.01, 0.1, 1, 0",
        "0.05, 0.5, 0.5, 0",
        "0.01, 0.2, 0.6, 0.01"
    })
    void shouldLoseTheShareOfGilbertElliott(double p, double r, double h, double g) {
        GilbertElliott spec = new GilbertElliott(p, r, h, g);
        BitSet lost = draw(spec, 42);

        assertThat((double) lost.cardinality() / DRAWS)
                .isCloseTo(spec.meanLoss(), within(5 * sigmaOfShare(spec)));
    }

    @ParameterizedTest
    @CsvSource({"0.01, 0.25", "0.02, 0.1", "0.05, 0.9"})
    void shouldLoseInBurstsOfGeometricLength(double p, double r) {
        BitSet lost = draw(new GilbertElliott(p, r, 1, 0), 42);

        assertGeometric(runs(lost, true), r);
        assertGeometric(runs(lost, false), p);
    }

    @Test
    void shouldStartInTheGoodState() {
        GilbertElliott spec = new GilbertElliott(0.5, 0.5, 1, 0);
        for (int seed = 0; seed < 1000; seed++) {
            assertThat(spec.start(new SplittableRandom(seed), 0).losesNext(0)).isFalse();
        }
    }

    @Test
    void shouldRepeatWithTheSameSeedOnly() {
        GilbertElliott spec = new GilbertElliott(0.01, 0.2, 0.9, 0.001);

        assertThat(draw(spec, 5)).isEqualTo(draw(spec, 5)).isNotEqualTo(draw(spec, 6));
        assertThat(draw(new Bernoulli(0.01), 5))
                .isEqualTo(draw(new Bernoulli(0.01), 5))
                .isNotEqualTo(draw(new Bernoulli(0.01), 6));
    }

    private static BitSet draw(LossSpec spec, long seed) {
        LossProcess process = spec.start(new SplittableRandom(seed), 0);
        BitSet lost = new BitSet(DRAWS);
        for (int i = 0; i < DRAWS; i++) {
            if (process.losesNext(i)) {
                lost.set(i);
            }
        }
        return lost;
    }

    /**
     * Standard deviation of the share of lost packets. The state's autocorrelation at lag n is (1 -
     * p - r)^n, which widens the variance of the state's share by (1 + c) / (1 - c).
     */
    private static double sigmaOfShare(GilbertElliott spec) {
        double bad = spec.p() / (spec.p() + spec.r());
        double c = 1 - spec.p() - spec.r();
        double difference = spec.h() - spec.g();
        double ofState = difference * difference * bad * (1 - bad) * (1 + c) / (1 - c);
        double ofLoss = bad * spec.h() * (1 - spec.h()) + (1 - bad) * spec.g() * (1 - spec.g());
        return Math.sqrt((ofState + ofLoss) / DRAWS);
    }

    /** Counts the completed runs of lost (or not lost) packets by length; index 0 is unused. */
    private static int[] runs(BitSet lost, boolean ofLost) {
        int[] counts = new int[DRAWS + 1];
        int length = 0;
        for (int i = 0; i < DRAWS; i++) {
            if (lost.get(i) == ofLost) {
                length++;
            } else if (length > 0) {
                counts[length]++;
                length = 0;
            }
        }
        return counts;
    }

    /**
     * Chi-square test that run lengths are geometric with the given end probability, in bins of at
     * least 20 expected runs. The bound is the mean of chi-square plus five standard deviations.
     */
    private static void assertGeometric(int[] counts, double end) {
        long total = 0;
        double sum = 0;
        for (int length = 1; length < counts.length; length++) {
            total += counts[length];
            sum += (double) counts[length] * length;
        }
        assertThat(total).isGreaterThan(1000);
        double sigmaOfMean = Math.sqrt((1 - end) / (end * end) / total);
        assertThat(sum / total).isCloseTo(1 / end, within(5 * sigmaOfMean));

        double chiSquare = 0;
        int bins = 0;
        double expected = 0;
        double observed = 0;
        for (int length = 1; length < counts.length; length++) {
            expected += total * Math.pow(1 - end, length - 1) * end;
            observed += counts[length];
            double rest = total * Math.pow(1 - end, length);
            if (expected >= 20 && rest >= 20) {
                chiSquare += (observed - expected) * (observed - expected) / expected;
                bins++;
                expected = 0;
                observed = 0;
            }
        }
        assertThat(bins).isGreaterThan(2);
        assertThat(chiSquare).isLessThan(bins + 5 * Math.sqrt(2.0 * bins));
    }
}
