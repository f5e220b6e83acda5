package org.urdma4j.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.measure.spec.Weights;

class WeightLineTest {
    @Test
    void shouldSayNothingWhereAllAreAlike() {
        assertThat(WeightLine.head(Weights.EQUAL)).isEmpty();
        assertThat(WeightLine.head(Weights.parse("3,3"))).isEmpty();
        assertThat(WeightLine.head(Weights.parse("1,4"))).isEqualTo("; weights 1,4");
    }
}
