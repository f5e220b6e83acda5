package org.urdma4j.measure.evaluation;

/** What a run is held to. */
public enum Criterion {
    /** Neither those who are judged nor the others have too little or too much on average. */
    FAIR("both kinds of flows have 0.5 to 2 of the fair share on average") {
        @Override
        boolean met(EvaluationCell cell, EvaluationFinding finding) {
            return within(finding.share()) && (cell.rivals() == 0 || within(finding.rivalShare()));
        }
    },
    /** No flow has too little or too much. */
    EVEN("every flow has 0.5 to 2 of the fair share") {
        @Override
        boolean met(EvaluationCell cell, EvaluationFinding finding) {
            return within(finding.least()) && within(finding.most());
        }
    },
    /** What others should have is not taken from them. */
    HARMLESS("who is judged has at most 2 of the fair share, the others at least 0.5") {
        @Override
        boolean met(EvaluationCell cell, EvaluationFinding finding) {
            return finding.share() <= MOST && finding.rivalShare() >= LEAST;
        }
    },
    /** Whoever is cut off stops, and comes again; and doesn't bring it about. */
    WITHDRAWS(
            "they don't open the breaker, send at most 0.1 of the link into it, and have 0.5 to 2"
                    + " of the fair share afterwards, on average") {
        @Override
        boolean met(EvaluationCell cell, EvaluationFinding finding) {
            return finding.trips() == 0 && finding.cut() <= MOST_OF_CUT && within(finding.share());
        }
    },
    /** Next to nothing is taken from others. */
    YIELDS("at most 0.02 of the link is taken") {
        @Override
        boolean met(EvaluationCell cell, EvaluationFinding finding) {
            return finding.share() * cell.ours() / cell.flows() <= MOST_OF_BACKGROUND;
        }
    };

    private static final double LEAST = 0.5;
    private static final double MOST = 2;
    private static final double MOST_OF_CUT = 0.1;
    private static final double MOST_OF_BACKGROUND = 0.02;

    private final String text;

    Criterion(String text) {
        this.text = text;
    }

    /** Returns it in words. */
    public String text() {
        return text;
    }

    abstract boolean met(EvaluationCell cell, EvaluationFinding finding);

    private static boolean within(double share) {
        return share >= LEAST && share <= MOST;
    }
}
