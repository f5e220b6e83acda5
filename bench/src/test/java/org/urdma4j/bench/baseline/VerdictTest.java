package org.urdma4j.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class VerdictTest {
    private static final double TENTH = 0.1;
    private static final List<Double> BEFORE = List.of(1.00, 1.02, 0.98);

    private static Verdict of(List<Double> before, Double... now) {
        return Verdict.of(before, List.of(now), TENTH);
    }

    @Test
    void shouldTellSlowerAndFasterBeyondTheTolerance() {
        assertThat(of(BEFORE, 1.12, 1.15, 1.11)).isEqualTo(Verdict.SLOWER);
        assertThat(of(BEFORE, 0.90, 0.85, 0.88)).isEqualTo(Verdict.FASTER);
    }

    @Test
    void shouldTakeSmallDifferencesForNone() {
        assertThat(of(BEFORE, 1.08, 1.09, 1.09)).isEqualTo(Verdict.SAME);
        assertThat(of(BEFORE, 0.93, 0.92, 0.92)).isEqualTo(Verdict.SAME);
        assertThat(of(BEFORE, 1.00, 1.02, 0.98)).isEqualTo(Verdict.SAME);
    }

    /** As a busy machine gives them: the medians are far apart, and the values mixed. */
    @Test
    void shouldBeUnsureOfNoise() {
        assertThat(of(List.of(1.0, 1.5, 0.9), 1.3, 1.4, 0.95)).isEqualTo(Verdict.UNSURE);
        assertThat(of(List.of(1.3, 1.4, 0.95), 1.0, 1.5, 0.9)).isEqualTo(Verdict.UNSURE);
    }

    /** One process that had bad luck hides nothing among enough others. */
    @Test
    void shouldForgiveAnOutlierAmongSix() {
        List<Double> before = List.of(1.0, 1.0, 1.0, 1.0, 1.0, 2.0);

        assertThat(of(before, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5)).isEqualTo(Verdict.UNSURE);
        assertThat(of(before, 1.5, 1.5, 1.5, 2.1, 2.1, 2.1)).isEqualTo(Verdict.SLOWER);
        assertThat(of(List.of(1.0, 1.0, 1.0), 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 0.9, 1.5, 1.5))
                .isEqualTo(Verdict.SLOWER);
    }

    @Test
    void shouldTellWhatOneSideLacks() {
        assertThat(of(List.of(), 1.0)).isEqualTo(Verdict.NEW);
        assertThat(of(BEFORE)).isEqualTo(Verdict.MISSING);
    }
}
