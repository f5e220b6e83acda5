package org.urdma4j.measure.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoubleConsumer;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;

/**
 * Runs pieces of work on several threads.
 *
 * @param <T> what a piece of work is given
 * @param <R> what comes of it
 */
public final class SideBySide<T, R> {
    /** Does a piece of work. */
    @FunctionalInterface
    public interface Work<T, R> {
        /**
         * Does it.
         *
         * @param progress to be told the share that is done, 0 to 1; throws {@link
         *     CancellationException} if the rest isn't wanted
         */
        R run(T of, DoubleConsumer progress);
    }

    private final List<T> all;
    private final Work<T, R> work;
    private final double[] weights;
    private final double[] done;
    private final double total;
    private final DoublePredicate progress;

    private SideBySide(
            List<T> all, Work<T, R> work, ToDoubleFunction<T> weight, DoublePredicate progress) {
        this.all = all;
        this.work = work;
        this.weights = all.stream().mapToDouble(weight).toArray();
        this.done = new double[weights.length];
        this.progress = progress;
        double sum = 0;
        for (double one : weights) {
            sum += one;
        }
        total = sum;
    }

    /**
     * Does all of it. The outcome does not depend on how many threads there are.
     *
     * @param weight what a piece counts for in the share that is done
     * @param threads at least 1
     * @param progress told the share that is done, 0 to 1, now and then, by any thread; returns
     *     whether to go on: if not, only work that has been done to its end has a result
     * @return a result for each, in the same order
     */
    public static <T, R> List<Optional<R>> run(
            List<T> all,
            Work<T, R> work,
            ToDoubleFunction<T> weight,
            int threads,
            DoublePredicate progress)
            throws InterruptedException {
        return new SideBySide<>(all, work, weight, progress).run(threads);
    }

    private List<Optional<R>> run(int threads) throws InterruptedException {
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().daemon().name("run-", 0).factory());
        try {
            List<Future<R>> running = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                int piece = i;
                running.add(pool.submit(() -> work.run(all.get(piece), it -> onShare(piece, it))));
            }
            List<Optional<R>> results = new ArrayList<>();
            for (Future<R> future : running) {
                results.add(result(future));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    private Optional<R> result(Future<R> future) throws InterruptedException {
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

    private synchronized void onShare(int piece, double share) {
        done[piece] = share;
        double sum = 0;
        for (int i = 0; i < done.length; i++) {
            sum += done[i] * weights[i];
        }
        if (!progress.test(sum / total)) {
            throw new CancellationException();
        }
    }
}
