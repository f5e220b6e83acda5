package org.urdma4j.measure.evaluation;

import org.urdma4j.measure.spec.Range;

import java.util.List;

/**
 * What is played.
 *
 * @param scenarios at least one
 * @param seeds of each scenario, 1 to 100,000
 * @param seed the first of them; the others follow
 */
public record EvaluationOptions(
        Candidate candidate, List<Scenario> scenarios, int seeds, long seed, Effort effort) {
    private static final int MOST_SEEDS = 100_000;

    /** Checks that all of this can be run. */
    public EvaluationOptions {
        scenarios = scenarios.stream().distinct().toList();
        Range.require(!scenarios.isEmpty(), "--only names no scenario");
        Range.require(seeds >= 1 && seeds <= MOST_SEEDS, "--seeds must be 1 to " + MOST_SEEDS);
    }

    /** Returns the same for somebody else. */
    EvaluationOptions of(Candidate other) {
        return new EvaluationOptions(other, scenarios, seeds, seed, effort);
    }
}
