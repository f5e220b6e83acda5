package org.urdma4j.measure.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.stream.IntStream;

class WeightsTest {
    private static RunSpec spec(Weights weights) {
        RunSpec spec = RunSpecs.of(Protocol.URDMA, Operation.WRITE, Direction.FORWARD);
        Tuning tuning = new Tuning(0, "rrcc", 0, 0, "off", 18, 7, 0, 0, "", 0, Control.CM);
        Load load = new Load(65_536, 4, 6, 1, 0, 0, 0, false, false, 1);
        return spec.withLoad(load).withTuning(tuning.withWeights(weights));
    }

    @Test
    void shouldBeginAgainAfterTheLast() {
        Weights weights = Weights.parse("1, 4,255");

        assertThat(weights.each()).containsExactly(1, 4, 255);
        assertThat(IntStream.range(0, 7).map(weights::of)).containsExactly(1, 4, 255, 1, 4, 255, 1);
        assertThat(weights.equal()).isFalse();
        assertThat(Weights.parse("7,7").equal()).isTrue();
        assertThat(Weights.EQUAL.of(99)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1,", "x", "1;4", "1.5", "99999999999"})
    void shouldRefuseWhatIsNoNumber(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Weights.parse(text))
                .withMessage("--weights is like 1,4, numbers from 1 to 255, not \"%s\"", text);
    }

    @ParameterizedTest
    @CsvSource({"0", "1;256", "-1"})
    void shouldRefuseWhatIsOutOfRange(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Weights.parse(text.replace(';', ',')))
                .withMessageContaining("must be 1 to 255");
    }

    @Test
    void shouldSurviveTheControlConnection() {
        RunSpec spec = spec(new Weights(List.of(3, 2)));

        String line = SpecJson.write(spec).toString();

        assertThat(line).contains("\"weights\":{\"each\":[3,2]}");
        assertThat(SpecJson.read(JsonMapper.shared().readTree(line))).isEqualTo(spec);
    }

    @Test
    void shouldWantAsManyQueuePairs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> spec(new Weights(List.of(1, 2, 3, 4, 5, 6, 7))))
                .withMessage("--weights has 7 weights for 6 queue pairs; give --qps 7 or more");
    }
}
