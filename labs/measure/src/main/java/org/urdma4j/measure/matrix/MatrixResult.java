package org.urdma4j.measure.matrix;

import org.urdma4j.measure.sim.SimResult;

import java.util.List;
import java.util.Optional;

/**
 * What came of a grid.
 *
 * @param cells of {@link Grid#cells()}, in their order; empty where a cell has not run to its end
 */
public record MatrixResult(Grid grid, List<Optional<SimResult>> cells) {
    public MatrixResult {
        cells = List.copyOf(cells);
    }

    /** Returns the result of one cell by its places in the lists of the grid. */
    public Optional<SimResult> at(int profile, int rtt, int loss) {
        int rtts = grid.rttsNs().size();
        return cells.get((profile * rtts + rtt) * grid.losses().size() + loss);
    }

    /** Returns the results that there are, in the order of the cells. */
    public List<SimResult> results() {
        return cells.stream().flatMap(Optional::stream).toList();
    }

    /** Returns whether every cell has run to its end. */
    public boolean complete() {
        return cells.stream().allMatch(Optional::isPresent);
    }
}
