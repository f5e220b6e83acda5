package org.urdma4j.simulation.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

class ScriptTest {
    @Test
    void shouldDropTheSecondMatchAlone() {
        Script<Integer> script =
                new Script<Integer>().drop("2nd 7", Occurrence.nth(2), psn -> psn == 7);

        assertThat(IntStream.of(7, 8, 7, 7, 8).mapToObj(script::judge))
                .extracting(action -> action instanceof ScriptAction.Drop)
                .containsExactly(false, false, true, false, false);
        assertThat(script.rules().getFirst().matches()).isEqualTo(3);
        assertThat(script.rules().getFirst().fired()).isEqualTo(1);
    }

    @Test
    void shouldLetTheFirstRuleDecideAndCountAll() {
        Script<Integer> script =
                new Script<Integer>()
                        .duplicate("first of all", Occurrence.first(), _ -> true)
                        .drop("first 7", Occurrence.first(), psn -> psn == 7)
                        .hold("second 7", Occurrence.nth(2), 5, psn -> psn == 7)
                        .corrupt("third 7", Occurrence.nth(3), psn -> psn == 7);

        assertThat(script.judge(7)).isEqualTo(new ScriptAction.Duplicate());
        assertThat(script.judge(7)).isEqualTo(new ScriptAction.Hold(5));
        assertThat(script.judge(7)).isEqualTo(new ScriptAction.Corrupt());
        assertThat(script.judge(7)).isEqualTo(new ScriptAction.Pass());
    }

    @Test
    void shouldTellWhichRulesNeverActed() {
        Script<Integer> script =
                new Script<Integer>()
                        .drop("seven", Occurrence.first(), psn -> psn == 7)
                        .drop("eight", Occurrence.first(), psn -> psn == 8);

        script.judge(8);

        assertThat(script.unfired()).containsExactly("seven");
    }

    @Test
    void shouldMeanTheOccurrencesItSays() {
        assertThat(included(Occurrence.first())).containsExactly(1);
        assertThat(included(Occurrence.nth(3))).containsExactly(3);
        assertThat(included(Occurrence.upTo(3))).containsExactly(1, 2, 3);
        assertThat(included(Occurrence.every(4))).containsExactly(4, 8);
        assertThat(included(Occurrence.all())).hasSize(10);
        assertThat(included(new Occurrence(2, 6, 2))).containsExactly(2, 4, 6);
    }

    @Test
    void shouldRefuseWhatCannotHappen() {
        assertThatThrownBy(() -> Occurrence.nth(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Occurrence(3, 2, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Occurrence.every(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ScriptAction.Hold(0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static long[] included(Occurrence occurrence) {
        return LongStream.rangeClosed(1, 10).filter(occurrence::includes).toArray();
    }
}
