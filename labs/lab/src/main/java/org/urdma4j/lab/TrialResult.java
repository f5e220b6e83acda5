package org.urdma4j.lab;

import org.urdma4j.measure.stat.Fairness;

import java.util.List;

/**
 * What a run gave.
 *
 * @param flows in the order of the mix; empty if the run failed
 * @param processors how many were busy on average, the emulator's work apart; NaN if unknown
 * @param attempts how often it was run
 * @param failure why it failed, in one line; empty if it didn't
 */
public record TrialResult(
        Trial trial,
        List<FlowResult> flows,
        PathResult path,
        double processors,
        int attempts,
        String failure) {
    public TrialResult {
        flows = List.copyOf(flows);
    }

    /** A run that gave figures. */
    public static TrialResult of(Trial trial, List<FlowResult> flows, PathResult path) {
        return new TrialResult(trial, flows, path, Double.NaN, 1, "");
    }

    public TrialResult withProcessors(double busy) {
        return new TrialResult(trial, flows, path, busy, attempts, failure);
    }

    public static TrialResult failed(Trial trial, String failure) {
        return new TrialResult(trial, List.of(), PathResult.UNKNOWN, Double.NaN, 1, failure);
    }

    TrialResult afterAttempts(int count) {
        return new TrialResult(trial, flows, path, processors, count, failure);
    }

    public boolean ran() {
        return failure.isEmpty();
    }

    public boolean counts() {
        return ran() && !path.isVoid();
    }

    /** Returns what all flows together moved, bit/s; NaN if it failed. */
    public double goodputBps() {
        return ran() ? flows.stream().mapToDouble(FlowResult::goodputBps).sum() : Double.NaN;
    }

    /** Returns the processor seconds of the whole machine for each GB; NaN if unknown. */
    public double machineCpu() {
        return processors / (goodputBps() / 8e9);
    }

    /** Returns the goodput as a share of what selective repeat can reach. */
    public double shareOfBound() {
        return goodputBps() / trial.cell().boundBps();
    }

    /** Returns what one flow has of all goodput, 0 to 1. */
    public double shareOf(int flow) {
        return ran() ? flows.get(flow).goodputBps() / goodputBps() : Double.NaN;
    }

    /** Returns Jain's index of the flows: 1 when all have the same, 1/n when one has all. */
    public double jain() {
        return Fairness.jain(flows.stream().mapToDouble(FlowResult::goodputBps));
    }
}
