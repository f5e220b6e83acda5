package org.urdma4j.bench.lab;

import java.io.IOException;
import java.util.List;

/** Two cells, three mixes, two repeats; one run void and one failed. */
public final class SampleLab {
    private SampleLab() {}

    /** Returns what came of it. */
    public static LabResults results() throws IOException, InterruptedException {
        LabPlan plan =
                new LabPlan(
                        List.of(LabPlanTest.A, LabPlanTest.B),
                        List.of(LabPlanTest.URDMA, LabPlanTest.BBR, LabPlanTest.BOTH),
                        2,
                        25,
                        5);
        return Trials.run(plan, SampleLab::answer, (_, _) -> {});
    }

    private static TrialResult answer(Trial trial) throws IOException {
        if (trial.cell().equals(LabPlanTest.B) && trial.repeat() == 1) {
            if (trial.mix().equals(LabPlanTest.BBR)) {
                throw new IOException("tcp-bbr client: \"x\" <is> gone");
            }
            if (trial.mix().equals(LabPlanTest.URDMA)) {
                return TrialsTest.result(trial, new PathResult(1200, "1 % late"), 111);
            }
        }
        double megabits = trial.mix().equals(LabPlanTest.URDMA) ? 940 : 930 + trial.repeat();
        return trial.mix().equals(LabPlanTest.BOTH)
                ? TrialsTest.result(trial, PathResult.UNKNOWN, 300, 100)
                : TrialsTest.result(trial, new PathResult(80, ""), megabits);
    }
}
