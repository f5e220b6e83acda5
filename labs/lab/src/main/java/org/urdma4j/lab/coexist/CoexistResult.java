package org.urdma4j.lab.coexist;

import org.urdma4j.lab.PathResult;

import java.util.Optional;

/**
 * What a cell gave.
 *
 * @param trace empty if the run failed
 * @param path how the emulator did; void also if the flows were together for too short
 * @param failure why it failed, in one line; empty if it didn't
 */
public record CoexistResult(
        CoexistCell cell,
        Optional<CoexistTrace> trace,
        CoexistFigures figures,
        PathResult path,
        String failure) {
    /** Of the time for which the shares are to be judged; with less a run is void. */
    private static final double ENOUGH = 0.9;

    /** A run that was recorded. */
    public static CoexistResult of(
            CoexistPlan plan, CoexistCell cell, CoexistTrace trace, PathResult path) {
        CoexistFigures figures = CoexistFigures.of(plan, cell, trace);
        double seconds = figures.toS() - figures.fromS();
        PathResult condition =
                seconds >= ENOUGH * plan.timeS()
                        ? path
                        : path.and(new PathResult(path.latenessP99Us(), late(plan, seconds)));
        return new CoexistResult(cell, Optional.of(trace), figures, condition, "");
    }

    private static String late(CoexistPlan plan, double seconds) {
        return "a flow began late, as on a busy machine: judged for %s of %d s"
                .formatted(
                        Double.isFinite(seconds) ? Math.round(10 * seconds) / 10.0 : "none",
                        plan.timeS());
    }

    public static CoexistResult failed(CoexistCell cell, String failure) {
        return new CoexistResult(
                cell, Optional.empty(), CoexistFigures.NONE, PathResult.UNKNOWN, failure);
    }

    public boolean ran() {
        return failure.isEmpty();
    }

    public boolean counts() {
        return ran() && !path.isVoid();
    }
}
