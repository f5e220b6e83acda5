package org.urdma4j.measure.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.simulation.congestion.Rival;
import org.urdma4j.simulation.host.Misbehaviour;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class EvaluationTest {
    private static final double MS = 1e6;

    private static EvaluationFinding play(String cc, EvaluationCell cell) {
        return new EvaluationRun(Scenario.GRID, 1, Effort.QUICK, cell)
                .play(Candidate.parse(cc), _ -> {})
                .finding();
    }

    private static EvaluationCell besideCubic(double queueBdp, boolean oursFirst) {
        EvaluationPath path = EvaluationPath.quiet(20e6, 30 * MS, queueBdp);
        return EvaluationCell.beside(path, 1, Rival.CUBIC, 1, oursFirst);
    }

    /** Hock, Bless and Zitterbart, ICNP 2017: BBR takes short queues, CUBIC long ones. */
    @ParameterizedTest
    @CsvSource({"0.5, true", "0.5, false"})
    void shouldFindBbrTooMuchForCubicBehindAShortQueue(double queueBdp, boolean first) {
        EvaluationFinding found = play("bbr", besideCubic(queueBdp, first));
        assertThat(found.share()).as("%s", found).isGreaterThan(1.2);
        assertThat(found.rivalShare()).as("%s", found).isLessThan(0.8);
    }

    @Test
    void shouldFindBbrTooLittleBesideCubicBehindALongQueue() {
        EvaluationFinding found = play("bbr", besideCubic(8, false));
        assertThat(found.share()).as("%s", found).isLessThan(1);
        assertThat(found.queueRtt()).as("%s", found).isBetween(1.0, 9.0);
    }

    /** What all flows have is what the link carried. */
    @ParameterizedTest
    @CsvSource({"cubic", "rrcc"})
    void shouldDivideWhatTheLinkCarried(String cc) {
        EvaluationFinding found = play(cc, besideCubic(1, true));
        assertThat(found.use()).as("%s", found).isBetween(0.9, 1.005);
        assertThat((found.share() + found.rivalShare()) / 2)
                .as("%s", found)
                .isEqualTo(found.use(), within(0.02));
        assertThat(found.least()).isEqualTo(found.share()).isEqualTo(found.most());
    }

    /** By the rate after it fell to a quarter, and without what is lost. */
    @Test
    void shouldJudgeByWhatThePathCanCarry() {
        EvaluationPath path =
                EvaluationPath.quiet(40e6, 10 * MS, 2)
                        .losing(0.05, 0)
                        .disturbed(Disturbance.RATE, 0.25);
        EvaluationFinding found = play("rrcc", EvaluationCell.alone(path, 1));
        assertThat(found.share()).as("%s", found).isBetween(0.8, 1.01);
        assertThat(found.use()).as("%s", found).isBetween(0.8, 1.01);
    }

    /** Two flows of one kind over the same path, whichever begins. */
    @Test
    void shouldPlayEitherFirst() {
        EvaluationFinding first = play("cubic", besideCubic(0.5, true));
        EvaluationFinding second = play("cubic", besideCubic(0.5, false));
        assertThat(first).isNotEqualTo(second);
        assertThat(first.share()).isBetween(0.5, 2.0);
        assertThat(second.share()).isBetween(0.5, 2.0);
    }

    /** Whatever the receiver says, CUBIC keeps its share. */
    @ParameterizedTest
    @EnumSource(names = {"FLOODS", "ASKS_AGAIN", "OPTIMISTIC", "CONCEALS_LOSS"})
    void shouldTakeNoMoreThanItsShareForAReceiverThatMisbehaves(Misbehaviour kind) {
        EvaluationFinding found = play("rrcc", besideCubic(1, false).misbehaving(kind));
        assertThat(found.share()).as("%s", found).isLessThan(1.5);
        assertThat(found.rivalShare()).as("%s", found).isGreaterThan(0.5);
    }

    @Test
    void shouldFindTheSameOnAnyNumberOfThreads() throws InterruptedException {
        EvaluationOptions options =
                new EvaluationOptions(
                        Candidate.parse("cubic"), List.of(Scenario.OUTAGE), 2, 121, Effort.QUICK);
        List<Double> shares = Collections.synchronizedList(new ArrayList<>());
        EvaluationResult result = Evaluation.run(options, 2, share -> shares.add(share));
        assertThat(Evaluation.run(options, 1, _ -> true)).isEqualTo(result);
        assertThat(result.complete()).isTrue();
        assertThat(result.scenarios().getFirst().runs())
                .extracting(ScenarioRun::seed)
                .containsExactly(121L, 122L);
        assertThat(Collections.max(shares)).isEqualTo(1, within(1e-9));
    }

    @Test
    void shouldKeepWhatWasPlayedWhenTheRestIsntWanted() throws InterruptedException {
        EvaluationOptions options =
                new EvaluationOptions(
                        Candidate.parse("rrcc"), List.of(Scenario.LOSS), 3, 1, Effort.QUICK);
        EvaluationResult result = Evaluation.run(options, 1, _ -> false);
        assertThat(result.complete()).isFalse();
        assertThat(result.scenarios().getFirst().runs()).isEmpty();
        assertThat(result.scenarios().getFirst().spread(EvaluationFinding::share).mean()).isNaN();
    }

    @Test
    void shouldSumUpByNearestRanks() {
        List<ScenarioRun> runs = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            runs.add(run(found(i, 1)));
        }
        runs.add(run(EvaluationFinding.broken(1, "it broke")));
        ScenarioResult result = new ScenarioResult(Scenario.GRID, runs);
        assertThat(result.spread(EvaluationFinding::share)).isEqualTo(new Spread(10.5, 2, 18));
        assertThat(result.broken()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "FAIR, 1, 1, true",
        "FAIR, 0.5, 1.5, true",
        "FAIR, 0.49, 1.51, false",
        "FAIR, 1.6, 0.4, false",
        "EVEN, 2, 0, true",
        "EVEN, 0.3, 0, false",
        "EVEN, 2.1, 0, false",
        "YIELDS, 0.03, 1.9, true",
        "YIELDS, 0.05, 1.9, false",
        "HARMLESS, 0.01, 1.9, true",
        "HARMLESS, 2, 0.5, true",
        "HARMLESS, 2.1, 0.7, false",
        "HARMLESS, 1.6, 0.4, false"
    })
    void shouldHoldRunsToTheirCriterion(
            Criterion criterion, double share, double rivalShare, boolean met) {
        assertThat(criterion.met(besideCubic(1, true), found(share, rivalShare))).isEqualTo(met);
    }

    @ParameterizedTest
    @CsvSource({
        "0.9, 0, 0.1, true",
        "0.9, 1, 0.1, false",
        "0.9, 0, 0.2, false",
        "0.4, 0, 0, false"
    })
    void shouldHoldThemToWithdrawing(double share, int trips, double cut, boolean met) {
        EvaluationPath path =
                EvaluationPath.quiet(20e6, 30 * MS, 1).disturbed(Disturbance.BREAKER, 20);
        EvaluationFinding finding = found(share, Double.NaN, trips, cut);
        assertThat(Criterion.WITHDRAWS.met(EvaluationCell.alone(path, 2), finding)).isEqualTo(met);
    }

    private static EvaluationFinding found(double share, double rivalShare) {
        return found(share, rivalShare, 0, 0);
    }

    private static EvaluationFinding found(double share, double rivalShare, int trips, double cut) {
        return new EvaluationFinding(
                share, rivalShare, share, share, 1, 0, 0, 0, trips, cut, 1, "");
    }

    private static ScenarioRun run(EvaluationFinding finding) {
        return new ScenarioRun(1, besideCubic(1, true), finding, false);
    }
}
