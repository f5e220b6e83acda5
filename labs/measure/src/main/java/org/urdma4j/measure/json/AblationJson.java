package org.urdma4j.measure.json;

import org.urdma4j.measure.evaluation.AblationResult;
import org.urdma4j.measure.evaluation.AblationRow;
import org.urdma4j.transport.qp.RrccAblation;

/** What each rule is worth, for programs. */
public final class AblationJson {
    private AblationJson() {}

    /** Returns what was played with all rules, and what differs without each. */
    public static JsonObject of(AblationResult result) {
        return new JsonObject()
                .put("whole", EvaluationJson.of(result.whole()))
                .put("complete", result.complete())
                .put("rules", result.rows().stream().map(AblationJson::row).toList());
    }

    private static JsonObject row(AblationRow row) {
        return new JsonObject()
                .put("rule", row.rule())
                .put("text", RrccAblation.text(row.rule()))
                .put("met", row.met())
                .put("changed", row.changed())
                .put("falls", row.falls())
                .put("rises", row.rises());
    }
}
