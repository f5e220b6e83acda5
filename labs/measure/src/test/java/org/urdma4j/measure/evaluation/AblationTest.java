package org.urdma4j.measure.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.qp.RrccAblation;

import java.util.ArrayList;
import java.util.List;

class AblationTest {
    /** One flow, 0.7 % lost at random. */
    private static EvaluationOptions lossy(String cc) {
        return new EvaluationOptions(
                Candidate.parse(cc), List.of(Scenario.LOSS), 1, 2, Effort.QUICK);
    }

    @Test
    void shouldSayWhichRunsARuleChanges() throws InterruptedException {
        List<Double> shares = new ArrayList<>();
        AblationResult result =
                Ablation.run(
                        lossy("rrcc"),
                        List.of("compensation", "marked-probe"),
                        1,
                        share -> shares.add(share));
        assertThat(result.complete()).isTrue();
        assertThat(result.rows())
                .extracting(AblationRow::rule)
                .containsExactly("compensation", "marked-probe");
        assertThat(result.rows()).extracting(AblationRow::changed).containsExactly(1, 0);
        assertThat(shares).isSorted();
        assertThat(shares.getLast()).isEqualTo(1);
        assertThat(Evaluation.run(lossy("rrcc"), 1, _ -> true)).isEqualTo(result.whole());
    }

    @Test
    void shouldNameRunsByWhatTheyMeet() {
        EvaluationOptions options = lossy("rrcc");
        AblationRow row =
                AblationRow.of("give-way", met(options, true, false), met(options, false, true));
        assertThat(row.falls()).containsExactly("loss 1");
        assertThat(row.rises()).containsExactly("loss 2");
        assertThat(row.met()).isEqualTo(1);
        assertThat(row.changed()).isZero();
    }

    private static EvaluationResult met(EvaluationOptions options, boolean... met) {
        EvaluationPath path = EvaluationPath.quiet(1e9, 1e7, 1);
        EvaluationFinding finding = EvaluationFinding.broken(1, "");
        List<ScenarioRun> runs = new ArrayList<>();
        for (int i = 0; i < met.length; i++) {
            runs.add(new ScenarioRun(i + 1, EvaluationCell.alone(path, 1), finding, met[i]));
        }
        return new EvaluationResult(options, List.of(new ScenarioResult(Scenario.LOSS, runs)));
    }

    @Test
    void shouldKeepTheRulesThatWerePlayed() throws InterruptedException {
        AblationResult result =
                Ablation.run(
                        lossy("rrcc"),
                        List.of("compensation", "give-way"),
                        1,
                        share -> share < 0.7);
        assertThat(result.complete()).isFalse();
        assertThat(result.whole().complete()).isTrue();
        assertThat(result.rows()).extracting(AblationRow::rule).containsExactly("compensation");
    }

    @Test
    void shouldRefuseThoseWithoutSuchRules() {
        assertThatThrownBy(() -> Ablation.run(lossy("bbr"), List.of(), 1, _ -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("of which bbr has none");
        assertThatThrownBy(() -> RrccAblation.text("everything"))
                .hasMessageContaining("give-way")
                .hasMessageContaining("\"everything\"");
    }
}
