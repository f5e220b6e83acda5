package org.urdma4j.measure.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.fixtures.Nightly;

import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/** Whatever is drawn can be played to its end: one cell of each by day, new ones by night. */
class EveryScenarioTest {
    private static final int SEEDS = 300;

    /** By day the cell that is over soonest. */
    private static long seed(Scenario scenario) {
        return Nightly.ON
                ? Nightly.seed()
                : LongStream.range(0, SEEDS)
                        .mapToObj(seed -> EvaluationRun.of(scenario, seed, Effort.QUICK))
                        .min(Comparator.comparingDouble(EvaluationRun::packets))
                        .orElseThrow()
                        .seed();
    }

    @ParameterizedTest
    @EnumSource
    void shouldComeToItsEnd(Scenario scenario) throws InterruptedException {
        EvaluationOptions options =
                new EvaluationOptions(
                        Candidate.parse("rrcc"),
                        List.of(scenario),
                        Nightly.times(1, Effort.QUICK.seeds()),
                        seed(scenario),
                        Effort.QUICK);
        ScenarioResult result = Evaluation.run(options, 2, _ -> true).scenarios().getFirst();
        assertThat(result.broken()).as("%s", result).isZero();
        for (ScenarioRun run : result.runs()) {
            assertThat(run.finding().share()).as("%s", run).isPositive();
            assertThat(run.finding().use()).as("%s", run).isBetween(0.05, 1.1);
        }
        if (Nightly.ON) {
            System.out.println(
                    "%s: %d of %d met"
                            .formatted(scenario.label(), result.met(), result.runs().size()));
        }
    }
}
