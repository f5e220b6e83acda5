package org.urdma4j.measure.evaluation;

import org.urdma4j.simulation.congestion.Bottleneck;
import org.urdma4j.transport.qp.RrccAblation;

import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.DoubleConsumer;

/**
 * One run of a scenario. The flows of one kind begin in the first eighth of the time, those of the
 * other in the next; what happens to the path happens after two fifths, and what counts begins
 * after three.
 *
 * @param seed of what is drawn, and of all that is random while it is played
 */
record EvaluationRun(Scenario scenario, long seed, Effort effort, EvaluationCell cell) {
    private static final double BEGINNING = 0.125;
    private static final double DISTURBED = 0.4;
    private static final double JUDGED = 0.6;
    private static final int STEPS = 50;

    static EvaluationRun of(Scenario scenario, long seed, Effort effort) {
        return new EvaluationRun(scenario, seed, effort, scenario.cell(seed, effort));
    }

    double packets() {
        return effort.seconds(cell) * cell.packetsPerSecond();
    }

    ScenarioRun play(Candidate judged, DoubleConsumer progress) {
        double seconds = effort.seconds(cell);
        EvaluationFinding finding;
        try {
            Candidate played = scenario.played(judged);
            long spanNs = (long) (seconds * 1e9);
            finding = RrccAblation.without(played.without(), () -> find(played, spanNs, progress));
        } catch (CancellationException e) {
            throw e; // nothing broke
        } catch (IllegalStateException e) {
            finding = EvaluationFinding.broken(seconds, String.valueOf(e.getMessage()));
        }
        boolean met = finding.failure().isEmpty() && scenario.criterion().met(cell, finding);
        return new ScenarioRun(seed, cell, finding, met);
    }

    private EvaluationFinding find(Candidate candidate, long spanNs, DoubleConsumer progress) {
        EvaluationPath path = cell.path();
        long leastQueue = cell.leastQueueBytes();
        long disturbedNs = (long) (DISTURBED * spanNs);
        Bottleneck bottleneck =
                new Bottleneck(
                        seed,
                        path.there(leastQueue, disturbedNs, spanNs),
                        path.back(leastQueue, disturbedNs),
                        path.discipline());
        bottleneck.receivers(cell.receivers());
        boolean cut = path.disturbance() == Disturbance.BREAKER;
        if (cut) {
            bottleneck.breaker(path.openNs());
        }
        add(bottleneck, candidate, cell.oursFirst(), spanNs);
        progress.accept(BEGINNING);
        add(bottleneck, candidate, !cell.oursFirst(), spanNs);
        pass(bottleneck, spanNs, 2 * BEGINNING, DISTURBED, progress);
        if (cut) {
            bottleneck.trip(path.unawareNs());
        }
        pass(bottleneck, spanNs, DISTURBED, JUDGED, progress);
        bottleneck.clear();
        pass(bottleneck, spanNs, JUDGED, 1, progress);
        long fromNs = (long) (JUDGED * spanNs);
        double all = path.judgedBps(fromNs, spanNs) / 8e9 * (spanNs - fromNs);
        double fair = all / cell.flows();
        double[] ours = bottleneck.ours();
        return new EvaluationFinding(
                Arrays.stream(ours).average().orElse(0) / fair,
                Arrays.stream(bottleneck.rivals()).average().orElse(Double.NaN) / fair,
                Arrays.stream(ours).min().orElse(0) / fair,
                Arrays.stream(ours).max().orElse(0) / fair,
                bottleneck.wireBytes() * (1 - path.loss()) / all,
                bottleneck.meanQueueRtt(),
                bottleneck.p95QueueRtt(),
                bottleneck.again(),
                bottleneck.trips(),
                bottleneck.cutBytes() / path.cutBytes(),
                spanNs / 1e9,
                "");
    }

    /** Begins the flows of a kind, one after the other, in an eighth of the time. */
    private void add(Bottleneck bottleneck, Candidate candidate, boolean ours, long spanNs) {
        int flows = ours ? cell.ours() : cell.rivals();
        for (int i = 0; i < flows; i++) {
            if (ours) {
                candidate.addTo(bottleneck, cell);
            } else {
                bottleneck.addRival(cell.rival(), cell.segment());
            }
            bottleneck.run((long) (BEGINNING * spanNs / flows));
        }
    }

    private static void pass(
            Bottleneck bottleneck, long spanNs, double from, double to, DoubleConsumer progress) {
        int steps = (int) Math.ceil((to - from) * STEPS);
        for (int i = 1; i <= steps; i++) {
            double done = from + (to - from) * i / steps;
            bottleneck.runUntil((long) (done * spanNs));
            progress.accept(done);
        }
    }
}
