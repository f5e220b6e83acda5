package org.urdma4j.lab.host;

import org.urdma4j.lab.FlowJson;
import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.FlowResult;
import org.urdma4j.lab.LabCell;
import org.urdma4j.lab.LabPlan;
import org.urdma4j.lab.Trial;
import org.urdma4j.lab.TrialResult;
import org.urdma4j.lab.Trials;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs the trials of a plan in the lab's namespaces. */
public final class TrialHost implements Trials.Bench {
    private static final long BESIDES_S = 30;

    private final LabHost lab;
    private final LabPlan plan;
    private final Commands commands;
    private final boolean netem;

    /**
     * Sees whether the path can be made.
     *
     * @param netem whether the kernel's netem makes it, in place of {@code urdma wan}
     * @throws IOException if this machine can't do it; the message says what is missing
     */
    public TrialHost(LabHost lab, LabPlan plan, Commands commands, boolean netem)
            throws IOException, InterruptedException {
        this.lab = lab;
        this.plan = plan;
        this.commands = commands;
        this.netem = netem;
        if (netem) {
            NetemPath.require(lab.namespaces());
        }
    }

    /**
     * Makes sure that netem has the losses of a plan.
     *
     * @throws IllegalArgumentException if not
     */
    public static void requireNetemLosses(LabPlan plan) {
        for (LabCell cell : plan.cells()) {
            NetemPath.netem("", cell, cell.loss());
        }
    }

    @Override
    public boolean over() {
        return lab.over();
    }

    @Override
    public TrialResult run(Trial trial) throws IOException, InterruptedException {
        LabCell cell = trial.cell();
        List<FlowKind> kinds = trial.mix().flows();
        List<Ends> ends = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            FlowKind kind = kinds.get(i);
            List<String> client = commands.client(plan, cell, kind, i);
            ends.add(new Ends(kind.name(), commands.server(kind, i), client, false));
        }
        long timeoutS = plan.omitS() + plan.timeS() + BESIDES_S;
        HostRun run =
                netem
                        ? lab.run(new NetemPath(lab.namespaces(), cell), ends, timeoutS)
                        : lab.run(commands.wan(cell, trial.repeat() + 1L), ends, timeoutS);
        List<FlowResult> flows = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            flows.add(FlowJson.parse(kinds.get(i), run.clients().get(i)));
        }
        return TrialResult.of(trial, flows, run.path());
    }
}
