package org.urdma4j.measure.beside;

import org.urdma4j.measure.parallel.SideBySide;
import org.urdma4j.measure.sim.Profile;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * Every contender over every loss on a path.
 *
 * @param rateBps of the bottleneck, framing included, 1M to 4T
 * @param rttNs two-way propagation delay, 1 us to 10 s; the queue holds as much
 * @param losses of the way there, one at least
 * @param timeNs how long each runs, above 0; the last half counts
 */
public record LossSweep(long rateBps, long rttNs, List<LossSpec> losses, long timeNs, long seed) {
    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public LossSweep {
        if (losses.isEmpty()) {
            throw new IllegalArgumentException("--losses needs one loss at least");
        }
        losses = List.copyOf(losses);
        for (LossSpec loss : losses) {
            var _ = // which says what is out of its range
                    new LossRun(Contender.URDMA, rateBps, rttNs, loss, timeNs, seed)
                            .options(Profile.URDMA);
        }
    }

    /**
     * Runs all.
     *
     * @param threads how many run at a time, at least 1; the outcome doesn't depend on it
     * @param progress told the share that is done, 0 to 1, by any thread; returns whether to go on
     * @return steady goodput in bit/s by {@link Contender}, then loss; empty where it has not run
     */
    public List<List<Optional<Double>>> run(int threads, DoublePredicate progress)
            throws InterruptedException {
        List<LossRun> runs = new ArrayList<>();
        for (Contender contender : Contender.values()) {
            for (LossSpec loss : losses) {
                runs.add(new LossRun(contender, rateBps, rttNs, loss, timeNs, seed));
            }
        }
        List<Optional<Double>> all =
                SideBySide.run(runs, LossRun::goodputBps, _ -> 1, threads, progress);
        List<List<Optional<Double>>> rows = new ArrayList<>();
        for (int i = 0; i < all.size(); i += losses.size()) {
            rows.add(all.subList(i, i + losses.size()));
        }
        return rows;
    }
}
