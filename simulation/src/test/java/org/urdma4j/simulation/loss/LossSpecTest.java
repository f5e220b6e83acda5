package org.urdma4j.simulation.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.SplittableRandom;

class LossSpecTest {
    @Test
    void shouldReadEveryForm() {
        assertThat(LossSpec.parse("none")).isEqualTo(LossSpec.NONE);
        assertThat(LossSpec.parse("0")).isEqualTo(LossSpec.NONE);
        assertThat(LossSpec.parse("0.1%")).isEqualTo(new Bernoulli(0.001));
        assertThat(LossSpec.parse(" 0.05 ")).isEqualTo(new Bernoulli(0.05));
        assertThat(LossSpec.parse("ge:0.1%,25%")).isEqualTo(new GilbertElliott(0.001, 0.25, 1, 0));
        assertThat(LossSpec.parse("GE:0.001,0.25,0.5"))
                .isEqualTo(new GilbertElliott(0.001, 0.25, 0.5, 0));
        assertThat(LossSpec.parse("ge: 0.001, 0.25, 50%, 1e-6"))
                .isEqualTo(new GilbertElliott(0.001, 0.25, 0.5, 1e-6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ge:0.1", "ge:", "ge:1,2,3", "ge:.1,.1,.1,.1,.1", "some", "ge:0.1,0"})
    void shouldRefuseOtherForms(String text) {
        assertThatThrownBy(() -> LossSpec.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldSayHowToWriteALinkThatNeverRecovers() {
        assertThatThrownBy(() -> new GilbertElliott(0.1, 0, 1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("blackout");
    }

    @Test
    void shouldLoseNothingWithoutLoss() {
        LossProcess process = LossSpec.NONE.start(new SplittableRandom(1));

        for (int i = 0; i < 1000; i++) {
            assertThat(process.losesNext()).isFalse();
        }
        assertThat(LossSpec.NONE.meanLoss()).isZero();
    }

    @Test
    void shouldKnowItsMeanLoss() {
        assertThat(new Bernoulli(0.01).meanLoss()).isEqualTo(0.01);
        // the share of time in the bad state is p / (p + r) = 0.2
        assertThat(new GilbertElliott(0.05, 0.2, 1, 0).meanLoss()).isCloseTo(0.2, within(1e-12));
        assertThat(new GilbertElliott(0.05, 0.2, 0.5, 0.1).meanLoss())
                .isCloseTo(0.2 * 0.5 + 0.8 * 0.1, within(1e-12));
        assertThat(new GilbertElliott(0.05, 0.2, 1, 0).meanBurst()).isEqualTo(5);
    }
}
