package org.urdma4j.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AxisTest {
    /** 950 in five steps are 190 each, the next round number 200; its fifth multiple holds 950. */
    @ParameterizedTest
    @CsvSource({
        "950, 5, 200, 1000",
        "1000, 5, 200, 1000",
        "1001, 5, 250, 1250",
        "7, 5, 2, 8",
        "0.3, 3, 0.1, 0.3",
        "0.0042, 5, 0.001, 0.005",
        "11, 5, 2.5, 12.5",
        "1, 1, 1, 1",
        "6, 1, 10, 10"
    })
    void shouldMarkRoundNumbers(double most, int marks, double step, double to) {
        Axis axis = Axis.fromZero(most, marks);

        assertThat(axis.from()).isZero();
        assertThat(axis.step()).isCloseTo(step, within(1e-12));
        assertThat(axis.to()).isCloseTo(to, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void shouldHaveAnAxisForNothing(double most) {
        assertThat(Axis.fromZero(most, 5)).isEqualTo(new Axis(0, 1, 1));
    }

    @Test
    void shouldKeepItsEndsBetweenMarks() {
        Axis axis = Axis.between(-2, 10.5, 6);

        assertThat(axis.step()).isEqualTo(2.5);
        assertThat(axis.marks()).containsExactly(0.0, 2.5, 5.0, 7.5, 10.0);
        assertThat(axis.place(-2)).isZero();
        assertThat(axis.place(10.5)).isEqualTo(1);
        assertThat(axis.place(4.25)).isEqualTo(0.5);
    }

    @Test
    void shouldCountMarksDespiteRounding() {
        assertThat(Axis.fromZero(0.3, 3).marks()).hasSize(4);
        assertThat(Axis.fromZero(0.7, 7).marks()).hasSize(8);
        assertThat(Axis.between(0, 30, 8).marks())
                .containsExactly(0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0);
    }

    @Test
    void shouldHaveALengthWhateverItIsGiven() {
        assertThat(Axis.between(3, 3, 8).to()).isEqualTo(4);
        assertThatIllegalArgumentException().isThrownBy(() -> new Axis(1, 1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Axis(0, Double.NaN, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Axis(0, 1, 0));
    }
}
