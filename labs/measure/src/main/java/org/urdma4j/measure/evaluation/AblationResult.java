package org.urdma4j.measure.evaluation;

import java.util.List;

/**
 * What each rule is worth.
 *
 * @param whole with all rules
 * @param rows of the rules for which all runs were played
 * @param complete whether those are all that were asked for
 */
public record AblationResult(EvaluationResult whole, List<AblationRow> rows, boolean complete) {
    public AblationResult {
        rows = List.copyOf(rows);
    }
}
