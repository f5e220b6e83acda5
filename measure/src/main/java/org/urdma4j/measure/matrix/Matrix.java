package org.urdma4j.measure.matrix;

import org.urdma4j.measure.sim.SimOptions;
import org.urdma4j.measure.sim.SimResult;
import org.urdma4j.measure.sim.SimRun;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoublePredicate;
import java.util.function.Function;

/** Runs the cells of a grid, several at a time. */
public final class Matrix {
    private final List<SimOptions> cells;
    private final double[] done;
    private final double total;
    private final DoublePredicate progress;

    private Matrix(List<SimOptions> cells, DoublePredicate progress) {
        this.cells = cells;
        this.done = new double[cells.size()];
        this.total = cells.stream().mapToDouble(SimOptions::timeNs).sum();
        this.progress = progress;
    }

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
        return new MatrixResult(grid, new Matrix(cells, progress).run(threads));
    }

    private List<Optional<SimResult>> run(int threads) throws InterruptedException {
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().daemon().name("matrix-", 0).factory());
        try {
            List<Future<SimResult>> running = new ArrayList<>();
            for (int i = 0; i < cells.size(); i++) {
                int cell = i;
                running.add(
                        pool.submit(
                                () -> SimRun.run(cells.get(cell), share -> onShare(cell, share))));
            }
            List<Optional<SimResult>> results = new ArrayList<>();
            for (Future<SimResult> future : running) {
                results.add(result(future));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    private static Optional<SimResult> result(Future<SimResult> future)
            throws InterruptedException {
        try {
            return Optional.of(future.get());
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof CancellationException) {
                return Optional.empty();
            }
            if (cause instanceof RuntimeException exception) {
                throw exception;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(cause);
        }
    }

    private synchronized void onShare(int cell, double share) {
        done[cell] = share;
        double sum = 0;
        for (int i = 0; i < done.length; i++) {
            sum += done[i] * cells.get(i).timeNs();
        }
        if (!progress.test(sum / total)) {
            throw new CancellationException();
        }
    }
}
