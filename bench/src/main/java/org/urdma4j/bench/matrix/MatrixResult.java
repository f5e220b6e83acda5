package org.urdma4j.bench.matrix;

import org.urdma4j.bench.sim.SimResult;

import java.util.List;

/**
 * What came of a grid.
 *
 * @param results of {@link Grid#cells()}, in their order
 */
public record MatrixResult(Grid grid, List<SimResult> results) {
    /** Copies the list. */
    public MatrixResult {
        results = List.copyOf(results);
    }

    /** Returns the result of one cell by its places in the lists of the grid. */
    public SimResult at(int profile, int rtt, int loss) {
        int rtts = grid.rttsNs().size();
        return results.get((profile * rtts + rtt) * grid.losses().size() + loss);
    }
}
