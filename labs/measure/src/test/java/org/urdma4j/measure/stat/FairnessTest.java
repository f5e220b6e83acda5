package org.urdma4j.measure.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.stream.DoubleStream;

class FairnessTest {
    @Test
    void shouldBeOneWhenAllHaveTheSame() {
        assertThat(Fairness.jain(DoubleStream.of(7, 7, 7))).isCloseTo(1, within(1e-12));
    }

    /** 400^2 / (2 x (300^2 + 100^2)). */
    @Test
    void shouldFallWithTheDifference() {
        assertThat(Fairness.jain(DoubleStream.of(300, 100))).isCloseTo(0.8, within(1e-12));
    }

    @Test
    void shouldBeTheFlowsPartWhenOneHasAll() {
        assertThat(Fairness.jain(DoubleStream.of(0, 5, 0, 0))).isCloseTo(0.25, within(1e-12));
    }

    @Test
    void shouldBeVoidWhenNothingMoved() {
        assertThat(Fairness.jain(DoubleStream.of(0, 0))).isNaN();
        assertThat(Fairness.jain(DoubleStream.empty())).isNaN();
    }
}
