package org.urdma4j.lab;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What a plan gave, run by run, and what that says of each cell and protocol. */
public record LabResults(LabPlan plan, List<TrialResult> trials) {
    public LabResults {
        trials = List.copyOf(trials);
    }

    /** Returns all runs of a cell and mix, in the order of their repeats. */
    public List<TrialResult> of(LabCell cell, Mix mix) {
        return trials.stream()
                .filter(r -> r.trial().cell().equals(cell) && r.trial().mix().equals(mix))
                .toList();
    }

    /** Returns a figure of the runs of a cell and mix; of those alone that count. */
    public Spread spread(LabCell cell, Mix mix, ToDoubleFunction<TrialResult> figure) {
        return Spread.of(
                of(cell, mix).stream().filter(TrialResult::counts).mapToDouble(figure).toArray());
    }

    /** Returns the goodput of a cell and mix, bit/s. */
    public Spread goodput(LabCell cell, Mix mix) {
        return spread(cell, mix, TrialResult::goodputBps);
    }

    /** Returns the ratio to TCP BBR in the same repeat, of the repeats in which both count. */
    public Spread ratioToBbr(LabCell cell, Mix mix) {
        return spread(cell, mix, this::ratioToBbr);
    }

    /** Returns the ratio of one run to TCP BBR in the same repeat; NaN if there is none. */
    public double ratioToBbr(TrialResult result) {
        return ratioToBbr(result, TrialResult::goodputBps);
    }

    /** Returns the ratio of the machine's processor time a GB to that of TCP BBR, as above. */
    public Spread cpuRatioToBbr(LabCell cell, Mix mix) {
        return spread(cell, mix, r -> ratioToBbr(r, TrialResult::machineCpu));
    }

    private double ratioToBbr(TrialResult result, ToDoubleFunction<TrialResult> figure) {
        Trial trial = result.trial();
        Optional<TrialResult> bbr =
                trials.stream()
                        .filter(TrialResult::counts)
                        .filter(r -> r.trial().cell().equals(trial.cell()))
                        .filter(r -> r.trial().repeat() == trial.repeat())
                        .filter(r -> r.trial().mix().is(FlowKind.TCP_BBR))
                        .findFirst();
        return bbr.map(r -> figure.applyAsDouble(result) / figure.applyAsDouble(r))
                .orElse(Double.NaN);
    }

    public long voids() {
        return trials.stream().filter(r -> r.ran() && !r.counts()).count();
    }

    public List<TrialResult> failures() {
        return trials.stream().filter(r -> !r.ran()).toList();
    }
}
