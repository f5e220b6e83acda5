package org.urdma4j.measure.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.DoublePredicate;

/** Plays the same runs with all of RRCC's rules, and without each of some. */
public final class Ablation {
    private Ablation() {}

    /**
     * Plays all.
     *
     * @param options of whom all rules are RRCC's
     * @param rules by name
     * @param threads how many run at a time, at least 1
     * @param progress as of {@link Evaluation#run}; of a rule for which it doesn't go on to the end
     *     nothing is returned
     * @throws IllegalArgumentException if those who are judged have no such rules
     */
    public static AblationResult run(
            EvaluationOptions options, List<String> rules, int threads, DoublePredicate progress)
            throws InterruptedException {
        Candidate.Urdma judged = ruled(options);
        double parts = rules.size() + 1;
        EvaluationResult whole =
                Evaluation.run(options, threads, share -> progress.test(share / parts));
        List<AblationRow> rows = new ArrayList<>();
        for (int i = 0; i < rules.size() && whole.complete(); i++) {
            double before = i + 1;
            Candidate without = new Candidate.Urdma(judged.control(), Set.of(rules.get(i)));
            EvaluationResult result =
                    Evaluation.run(
                            options.of(without),
                            threads,
                            share -> progress.test((before + share) / parts));
            if (!result.complete()) {
                break;
            }
            rows.add(AblationRow.of(rules.get(i), whole, result));
        }
        return new AblationResult(whole, rows, rows.size() == rules.size());
    }

    /**
     * Returns who is judged.
     *
     * @throws IllegalArgumentException if none of RRCC's rules are its
     */
    public static Candidate.Urdma ruled(EvaluationOptions options) {
        if (options.candidate() instanceof Candidate.Urdma judged) {
            return judged;
        }
        throw new IllegalArgumentException(
                "--ablate leaves out rules of rrcc, of which %s has none"
                        .formatted(options.candidate().label()));
    }
}
