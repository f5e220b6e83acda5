package org.urdma4j.measure.evaluation;

/**
 * A run that was played.
 *
 * @param seed by which it is played again: {@code --only SCENARIO --seed SEED --seeds 1}
 * @param met whether what was found meets the scenario's criterion
 */
public record ScenarioRun(long seed, EvaluationCell cell, EvaluationFinding finding, boolean met) {}
