package org.urdma4j.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Which runs are repeated, which count, and what comes out of those that do. */
class TrialsTest {
    private static final PathResult LATE = new PathResult(2500, "late");
    private static final PathResult FINE = new PathResult(50, "");

    static FlowResult flow(String kind, double megabits) {
        return new FlowResult(new FlowKind(kind), megabits * 1e6, 7, 20.5, 20.0, 1.5, 2.5, 0);
    }

    static TrialResult result(Trial trial, PathResult path, double... megabits) {
        List<FlowResult> flows = new ArrayList<>();
        for (int i = 0; i < megabits.length; i++) {
            flows.add(flow(trial.mix().flows().get(i).name(), megabits[i]));
        }
        return TrialResult.of(trial, flows, path);
    }

    private static LabPlan plan(int repeats, Mix... mixes) {
        return new LabPlan(List.of(LabPlanTest.A), List.of(mixes), repeats, 1, 0);
    }

    /** Answers with these, one after the other. */
    private static LabResults run(LabPlan plan, TrialSource... answers) throws Exception {
        Deque<TrialSource> left = new ArrayDeque<>(List.of(answers));
        LabResults results = Trials.run(plan, trial -> left.pop().answer(trial), (_, _) -> {});
        assertThat(left).isEmpty();
        return results;
    }

    private interface TrialSource {
        TrialResult answer(Trial trial) throws IOException;
    }

    private static TrialSource fine(double... megabits) {
        return trial -> result(trial, FINE, megabits);
    }

    private static TrialSource late(double... megabits) {
        return trial -> result(trial, LATE, megabits);
    }

    @Test
    void shouldRunAVoidTrialOnceMore() throws Exception {
        LabResults results = run(plan(1, LabPlanTest.URDMA), late(500), fine(900));

        assertThat(results.trials()).singleElement().matches(TrialResult::counts);
        assertThat(results.trials().getFirst().attempts()).isEqualTo(2);
        assertThat(results.voids()).isZero();
        assertThat(results.goodput(LabPlanTest.A, LabPlanTest.URDMA).median()).isEqualTo(900e6);
    }

    @Test
    void shouldNotCountATrialThatIsVoidTwice() throws Exception {
        LabResults results = run(plan(2, LabPlanTest.URDMA), late(500), late(510), fine(900));

        assertThat(results.voids()).isEqualTo(1);
        assertThat(results.trials().getFirst().path().reason()).isEqualTo("late");
        assertThat(results.goodput(LabPlanTest.A, LabPlanTest.URDMA))
                .isEqualTo(new Spread(900e6, 900e6, 900e6, 1));
    }

    @Test
    void shouldGoOnAfterATrialThatFailed() throws Exception {
        LabResults results =
                run(
                        plan(2, LabPlanTest.URDMA),
                        _ -> {
                            throw new IOException("urdma client: no answer");
                        },
                        fine(800));

        assertThat(results.failures())
                .singleElement()
                .returns("urdma client: no answer", TrialResult::failure)
                .returns(1, TrialResult::attempts);
        assertThat(results.goodput(LabPlanTest.A, LabPlanTest.URDMA).count()).isEqualTo(1);
    }

    @Test
    void shouldCompareWithBbrOfTheSameRepeat() throws Exception {
        // repeat 1: urdma, bbr; repeat 2: bbr, urdma; repeat 3: urdma, bbr (void)
        LabResults results =
                run(
                        plan(3, LabPlanTest.URDMA, LabPlanTest.BBR),
                        fine(900),
                        fine(1000),
                        fine(500),
                        fine(480),
                        fine(900),
                        late(100),
                        late(100));

        Spread ratio = results.ratioToBbr(LabPlanTest.A, LabPlanTest.URDMA);
        assertThat(ratio.count()).isEqualTo(2);
        assertThat(ratio.least()).isCloseTo(0.90, within(1e-12));
        assertThat(ratio.most()).isCloseTo(0.96, within(1e-12));
        assertThat(ratio.median()).isCloseTo(0.93, within(1e-12));
    }

    @Test
    void shouldSayHowFlowsShareAPath() throws Exception {
        LabResults results = run(plan(1, LabPlanTest.BOTH), fine(300, 100));
        TrialResult result = results.trials().getFirst();

        assertThat(result.goodputBps()).isEqualTo(400e6);
        assertThat(result.shareOf(1)).isEqualTo(0.25);
        assertThat(result.jain()).isCloseTo(0.8, within(1e-12)); // 400^2 / (2 x (300^2 + 100^2))
        // 945.737 Mbit/s is the bound at 0.1 %
        assertThat(result.shareOfBound()).isCloseTo(400 / 945.737, within(1e-6));
    }

    @Test
    void shouldTellWhatIsNext() throws Exception {
        List<String> told = new ArrayList<>();
        Trials.run(
                plan(2, LabPlanTest.URDMA),
                trial -> result(trial, FINE, 1),
                (soFar, now) ->
                        told.add(soFar.trials().size() + (now == null ? "" : ", " + now.repeat())));

        assertThat(told).containsExactly("0, 0", "1, 1", "2");
    }

    @Test
    void shouldKeepWhatWasRunBeforeItWasEnded() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        LabResults results =
                Trials.run(
                        plan(3, LabPlanTest.URDMA),
                        new Trials.Bench() {
                            @Override
                            public TrialResult run(Trial trial) throws IOException {
                                if (runs.incrementAndGet() == 2) {
                                    throw new IOException("killed");
                                }
                                return result(trial, FINE, 900);
                            }

                            @Override
                            public boolean over() {
                                return runs.get() == 2;
                            }
                        },
                        (_, _) -> {});

        assertThat(results.trials()).singleElement().matches(TrialResult::counts);
        assertThat(runs).hasValue(2);
    }

    @Test
    void shouldTakeMedianAndRange() {
        assertThat(Spread.of(3, 1, 2)).isEqualTo(new Spread(2, 1, 3, 3));
        assertThat(Spread.of(4, Double.NaN, 1)).isEqualTo(new Spread(2.5, 1, 4, 2));
        assertThat(Spread.of().median()).isNaN();
    }
}
