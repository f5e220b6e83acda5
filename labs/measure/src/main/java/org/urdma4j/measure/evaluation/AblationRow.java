package org.urdma4j.measure.evaluation;

import java.util.ArrayList;
import java.util.List;

/**
 * What runs come to without a rule.
 *
 * @param rule its name
 * @param met runs that meet their criterion
 * @param changed runs that go otherwise than with it
 * @param falls runs that meet their criterion with it alone, as {@code SCENARIO SEED}
 * @param rises likewise without it alone
 */
public record AblationRow(
        String rule, long met, int changed, List<String> falls, List<String> rises) {
    public AblationRow {
        falls = List.copyOf(falls);
        rises = List.copyOf(rises);
    }

    static AblationRow of(String rule, EvaluationResult whole, EvaluationResult without) {
        List<String> falls = new ArrayList<>();
        List<String> rises = new ArrayList<>();
        int changed = 0;
        for (int i = 0; i < whole.scenarios().size(); i++) {
            List<ScenarioRun> with = whole.scenarios().get(i).runs();
            for (int j = 0; j < with.size(); j++) {
                ScenarioRun before = with.get(j);
                ScenarioRun after = without.scenarios().get(i).runs().get(j);
                String name = whole.scenarios().get(i).scenario().label() + " " + before.seed();
                changed += before.finding().equals(after.finding()) ? 0 : 1;
                if (before.met() && !after.met()) {
                    falls.add(name);
                } else if (!before.met() && after.met()) {
                    rises.add(name);
                }
            }
        }
        return new AblationRow(rule, without.met(), changed, falls, rises);
    }
}
