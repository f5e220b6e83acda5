package org.urdma4j.report.lab;

import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.FlowResult;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabPlan;
import org.urdma4j.lab.LabResults;
import org.urdma4j.lab.Mix;
import org.urdma4j.lab.PathResult;
import org.urdma4j.lab.Trial;
import org.urdma4j.lab.TrialResult;
import org.urdma4j.lab.Trials;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Two cells, three mixes, two repeats; one run void and one failed. */
public final class SampleLab {
    private static final LabCell A = LabCell.parse("20ms/0.1%", 1_000_000_000L, 0);
    private static final LabCell B = LabCell.parse("80ms/1%", 1_000_000_000L, 0);
    private static final Mix URDMA = Mix.parse("urdma");
    private static final Mix BBR = Mix.parse("tcp-bbr");
    private static final Mix BOTH = Mix.parse("urdma+tcp-cubic");

    private SampleLab() {}

    /** Returns what came of it. */
    public static LabResults results() throws IOException, InterruptedException {
        LabPlan plan = new LabPlan(List.of(A, B), List.of(URDMA, BBR, BOTH), 2, 25, 5);
        return Trials.run(plan, SampleLab::answer, (_, _) -> {});
    }

    private static TrialResult answer(Trial trial) throws IOException {
        if (trial.cell().equals(B) && trial.repeat() == 1) {
            if (trial.mix().equals(BBR)) {
                throw new IOException("tcp-bbr client: \"x\" <is> gone");
            }
            if (trial.mix().equals(URDMA)) {
                return result(trial, new PathResult(1200, "1 % late"), 111);
            }
        }
        double megabits = trial.mix().equals(URDMA) ? 940 : 930 + trial.repeat();
        return trial.mix().equals(BOTH)
                ? result(trial, PathResult.UNKNOWN, 300, 100)
                : result(trial, new PathResult(80, ""), megabits);
    }

    private static TrialResult result(Trial trial, PathResult path, double... megabits) {
        List<FlowResult> flows = new ArrayList<>();
        for (int i = 0; i < megabits.length; i++) {
            FlowKind kind = trial.mix().flows().get(i);
            flows.add(new FlowResult(kind, megabits[i] * 1e6, 7, 20.5, 20.0, 1.5, 2.5, 0));
        }
        return TrialResult.of(trial, flows, path);
    }
}
