package org.urdma4j.measure.matrix;

import org.urdma4j.measure.parallel.SideBySide;
import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimRun;

import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.Function;

/** Runs the cells of a grid, several at a time. */
public final class Matrix {
    private Matrix() {}

    /**
     * Runs every cell. The outcome does not depend on how many run at a time.
     *
     * @param options of each cell; asked for all of them before the first one runs
     * @param threads how many cells run at a time, at least 1
     * @param progress told the share that is done, 0 to 1, every now and then, by any thread;
     *     returns whether to go on: if not, only the cells that have run to their end have a result
     * @throws IllegalArgumentException if the options of a cell can't be run
     */
    public static MatrixResult run(
            Grid grid, Function<Cell, SimOptions> options, int threads, DoublePredicate progress)
            throws InterruptedException {
        List<SimOptions> cells = grid.cells().stream().map(options).toList();
        return new MatrixResult(
                grid, SideBySide.run(cells, SimRun::run, SimOptions::timeNs, threads, progress));
    }
}
