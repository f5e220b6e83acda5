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
        assertThat(LossSpec.parse("burst:2s,20ms,0.8"))
                .isEqualTo(new Bursts(2_000_000_000L, 20_000_000, 0.8));
        assertThat(LossSpec.parse(" Burst:1.5ms, 10us, 50% "))
                .isEqualTo(new Bursts(1_500_000, 10_000, 0.5));
        assertThat(LossSpec.parse("burst:2s,20ms"))
                .isEqualTo(new Bursts(2_000_000_000L, 20_000_000, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "0.1%",
                "1e-6",
                "ge:0.1%,25%",
                "ge:1e-7,.25,.5,1e-6",
                "burst:2s,7us,.8"
            })
    void shouldWriteWhatItReads(String text) {
        LossSpec spec = LossSpec.parse(text.replace(",.", ",0.").replace(":.", ":0."));

        assertThat(LossSpec.parse(spec.text())).isEqualTo(spec);
    }

    @Test
    void shouldTellModelsFromProbabilities() {
        assertThat(LossSpec.namesModel(" ge:0.1,0.2")).isTrue();
        assertThat(LossSpec.namesModel("BURST:2s,20ms")).isTrue();
        assertThat(LossSpec.namesModel("0.1%")).isFalse();
        assertThat(LossSpec.namesModel("none")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ge:0.1",
                "ge:",
                "ge:1,2,3",
                "ge:.1,.1,.1,.1,.1",
                "some",
                "ge:0.1,0",
                "burst:",
                "burst:2s",
                "burst:2s,20ms,0.8,1",
                "burst:2,20ms,0.8",
                "burst:0,20ms,0.8",
                "burst:2s,0,0.8",
                "burst:2s,999ns,0.8",
                "burst:86401s,20ms,0.8",
                "burst:2s,20ms,1.1",
                "burst:2s,-20ms,0.8"
            })
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
    void shouldSayHowToWriteBurstsOfTime() {
        assertThatThrownBy(() -> LossSpec.parse("burst:2s"))
                .hasMessageContaining("burst:2s,20ms,0.8");
        assertThatThrownBy(() -> LossSpec.parse("burst:2s,20,0.8"))
                .hasMessageContaining("\"20\" is not a time");
        assertThatThrownBy(() -> LossSpec.parse("burst:2s,0,0.8"))
                .hasMessageContaining("a bad period");
    }

    @Test
    void shouldLoseNothingWithoutLoss() {
        LossProcess process = LossSpec.NONE.start(new SplittableRandom(1), 0);

        for (int i = 0; i < 1000; i++) {
            assertThat(process.losesNext(i)).isFalse();
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
        assertThat(new Bursts(3_000_000, 1_000_000, 0.8).meanLoss()).isCloseTo(0.2, within(1e-12));
    }
}
