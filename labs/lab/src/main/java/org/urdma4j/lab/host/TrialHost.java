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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs the trials of a plan in the lab's namespaces. */
public final class TrialHost implements Trials.Bench {
    private static final long BESIDES_S = 30;

    private final LabHost lab;
    private final LabPlan plan;
    private final Commands commands;
    private final boolean netem;
    private final Optional<Path> folder;

    /**
     * Sees whether the path can be made.
     *
     * @param netem whether the kernel's netem makes it, in place of {@code urdma wan}
     * @param folder where what each client printed is kept, if it is to be
     * @throws IOException if this machine can't do it; the message says what is missing
     */
    public TrialHost(
            LabHost lab, LabPlan plan, Commands commands, boolean netem, Optional<Path> folder)
            throws IOException, InterruptedException {
        this.lab = lab;
        this.plan = plan;
        this.commands = commands;
        this.netem = netem;
        this.folder = folder;
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
        HostRun run = run(trial, ends, timeoutS);
        if (folder.isPresent()) {
            keep(trial, run);
        }
        List<FlowResult> flows = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            flows.add(FlowJson.parse(kinds.get(i), run.clients().get(i)));
        }
        double processors = run.processors(plan.timeS());
        return TrialResult.of(trial, flows, run.path()).withProcessors(processors);
    }

    /** A run that is done again replaces the one before. */
    private void keep(Trial trial, HostRun run) throws IOException {
        int cell = plan.cells().indexOf(trial.cell());
        for (int i = 0; i < run.clients().size(); i++) {
            String name =
                    "%s-%d-%d-%d.json".formatted(trial.mix().name(), cell, trial.repeat() + 1, i);
            Files.writeString(folder.get().resolve(name), run.clients().get(i));
        }
    }

    private HostRun run(Trial trial, List<Ends> ends, long timeoutS)
            throws IOException, InterruptedException {
        LabCell cell = trial.cell();
        long seed = trial.repeat() + 1L;
        if (!cell.rails().isEmpty()) {
            return lab.run(commands.wans(cell, seed), cell.rails().events(), ends, timeoutS);
        }
        return netem
                ? lab.run(new NetemPath(lab.namespaces(), cell), ends, timeoutS)
                : lab.run(commands.wan(cell, seed), ends, timeoutS);
    }
}
