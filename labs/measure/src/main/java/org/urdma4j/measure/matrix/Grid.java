package org.urdma4j.measure.matrix;

import org.urdma4j.measure.sim.Profile;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.ArrayList;
import java.util.List;

/**
 * What is varied: every profile over every round trip and loss.
 *
 * @param rttsNs two-way propagation delays, ns
 */
public record Grid(List<Profile> profiles, List<Long> rttsNs, List<LossSpec> losses) {
    private static final List<Long> RTTS_NS =
            List.of(100_000L, 5_000_000L, 10_000_000L, 20_000_000L, 40_000_000L, 80_000_000L);

    private static final List<LossSpec> LOSSES =
            List.of(
                    LossSpec.NONE,
                    new Bernoulli(0.00001),
                    new Bernoulli(0.0001),
                    new Bernoulli(0.001),
                    new Bernoulli(0.01));

    /** The paper's grid: 0.1 to 80 ms, 0 to 1 %. */
    public static final Grid PAPER =
            new Grid(List.of(Profile.STANDARD, Profile.URDMA), RTTS_NS, LOSSES);

    /** Copies the lists; none may be empty. */
    public Grid {
        if (profiles.isEmpty() || rttsNs.isEmpty() || losses.isEmpty()) {
            throw new IllegalArgumentException(
                    "a grid needs a profile, a round trip and a loss at least");
        }
        profiles = List.copyOf(profiles);
        rttsNs = List.copyOf(rttsNs);
        losses = List.copyOf(losses);
    }

    /** Returns all cells: by profile, then round trip, then loss. */
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Profile profile : profiles) {
            for (long rttNs : rttsNs) {
                for (LossSpec loss : losses) {
                    cells.add(new Cell(profile, rttNs, loss));
                }
            }
        }
        return cells;
    }
}
