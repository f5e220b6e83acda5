package org.urdma4j.simulation.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Shares and lengths of periods against the chain with two states in continuous time. */
class BurstsTest {
    private static final long US = 1_000;
    private static final long MS = 1_000 * US;
    private static final int PACKETS = 2_000_000;

    @ParameterizedTest
    @CsvSource({"20, 1, 1", "20, 2, 0.8", "5, 5, 0.5", "1, 30, 0.9"})
    void shouldLoseTheShareThatTheMeansSay(long goodMs, long badMs, double share) {
        Bursts spec = new Bursts(goodMs * MS, badMs * MS, share);

        for (long gapNs : new long[] {10 * US, 100 * US}) {
            assertThat(lost(spec, 42, gapNs))
                    .isCloseTo(spec.meanLoss(), within(5 * sigmaOfShare(spec, gapNs)));
        }
    }

    /** However far apart packets are, they find bad what is bad of the time. */
    @ParameterizedTest
    @ValueSource(longs = {1_000, 5_000, 100_000})
    void shouldLoseTheSameOfASlowSender(long gapMs) {
        Bursts spec = new Bursts(20 * MS, 5 * MS, 1);

        int packets = PACKETS / 10;
        LossProcess process = spec.start(new SplittableRandom(3), 0);
        int lost = 0;
        int pairs = 0;
        boolean before = false;
        for (int i = 1; i <= packets; i++) {
            boolean now = process.losesNext(i * gapMs * MS);
            lost += now ? 1 : 0;
            pairs += now && before ? 1 : 0;
            before = now;
        }

        assertThat((double) lost / packets)
                .isCloseTo(0.2, within(5 * Math.sqrt(0.2 * 0.8 / packets)));
        // who waits for longer than a period draws anew: independent
        assertThat((double) pairs / packets)
                .isCloseTo(0.04, within(10 * Math.sqrt(0.04 / packets)));
    }

    /** With a packet each microsecond every period shows, to a thousandth of its mean. */
    @Test
    void shouldHavePeriodsOfExponentialLength() {
        List<Double> good = new ArrayList<>();
        List<Double> bad = new ArrayList<>();
        LossProcess process = new Bursts(3 * MS, MS, 1).start(new SplittableRandom(7), 0);
        boolean lost = false;
        long sinceUs = 0;
        for (long us = 0; us < 8_000_000; us++) {
            if (process.losesNext(us * US) != lost) {
                (lost ? bad : good).add((double) (us - sinceUs));
                lost = !lost;
                sinceUs = us;
            }
        }

        assertExponential(good, 3_000);
        assertExponential(bad, 1_000);
    }

    /** Nothing but the time counts: other packets in between change no period. */
    @Test
    void shouldPassWithTimeAndNotWithPackets() {
        Bursts spec = new Bursts(3 * MS, MS, 1);
        LossProcess dense = spec.start(new SplittableRandom(5), 0);
        LossProcess sparse = spec.start(new SplittableRandom(5), 0);
        for (long us = 0; us < 1_000_000; us++) {
            boolean lost = dense.losesNext(us * US);
            if (us % 700 == 0) {
                assertThat(sparse.losesNext(us * US)).isEqualTo(lost);
            }
        }
    }

    @Test
    void shouldStartInTheGoodStateAtItsOrigin() {
        long origin = Long.MAX_VALUE - 5; // clocks may begin anywhere, and wrap
        for (int seed = 0; seed < 1000; seed++) {
            LossProcess process = new Bursts(MS, MS, 1).start(new SplittableRandom(seed), origin);
            assertThat(process.losesNext(origin)).isFalse();
            process.losesNext(origin + 100_000 * MS);
        }
    }

    @Test
    void shouldRepeatWithTheSameSeedOnly() {
        Bursts spec = new Bursts(2 * MS, MS, 0.8);

        assertThat(lost(spec, 5, 20 * US)).isEqualTo(lost(spec, 5, 20 * US));
        assertThat(lost(spec, 5, 20 * US)).isNotEqualTo(lost(spec, 6, 20 * US));
    }

    private static double lost(LossSpec spec, long seed, long gapNs) {
        LossProcess process = spec.start(new SplittableRandom(seed), 0);
        int lost = 0;
        for (int i = 0; i < PACKETS; i++) {
            lost += process.losesNext(i * gapNs) ? 1 : 0;
        }
        return (double) lost / PACKETS;
    }

    /** The state's autocorrelation after t is e^(-t (1/good + 1/bad)). */
    private static double sigmaOfShare(Bursts spec, long gapNs) {
        double bad = (double) spec.badNs() / (spec.goodNs() + spec.badNs());
        double c = Math.exp(-gapNs * (1.0 / spec.goodNs() + 1.0 / spec.badNs()));
        double h = spec.share();
        double ofState = h * h * bad * (1 - bad) * (1 + c) / (1 - c);
        double ofLoss = bad * h * (1 - h);
        return Math.sqrt((ofState + ofLoss) / PACKETS);
    }

    /**
     * Mean within five standard deviations, and the test of Kolmogorov and Smirnov at 10^-6. The
     * lengths are those of a microsecond grid, which is why the bound has a thousandth added.
     */
    private static void assertExponential(List<Double> lengths, double mean) {
        int n = lengths.size();
        assertThat(n).isGreaterThan(1000);
        double sum = lengths.stream().mapToDouble(Double::doubleValue).sum();
        assertThat(sum / n).isCloseTo(mean, within(5 * mean / Math.sqrt(n)));
        Collections.sort(lengths);
        double distance = 0;
        for (int i = 0; i < n; i++) {
            double expected = 1 - Math.exp(-lengths.get(i) / mean);
            distance = Math.max(distance, Math.abs(expected - (i + 0.5) / n));
        }
        assertThat(distance).isLessThan(2.7 / Math.sqrt(n) + 0.001);
    }
}
