package org.urdma4j.transport.queue;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.verbs.RecvWr;

import java.util.ArrayDeque;

/**
 * Whatever the order of their steps, threads that post and an event loop that takes see a
 * first-in-first-out queue with a bound, and no request that is only half there.
 */
public class ReceiveInterleavingTest {
    private static final int CAPACITY = 2;
    private static final long NONE = -1;
    private static final long TORN = -2;

    /** A queue pair's own receives. */
    public static final class Own {
        private final ReceiveQueue queue = new ReceiveQueue(CAPACITY, 1);

        @Operation
        public boolean post(@Param(gen = IntGen.class, conf = "0:9") int id) {
            return queue.post(request(id));
        }

        @Operation(nonParallelGroup = "event loop")
        public long take() {
            ReceiveWqe wqe = queue.at(queue.head());
            while (wqe == null && queue.available() > 0) { // another is just filling it
                Thread.onSpinWait();
                wqe = queue.at(queue.head());
            }
            long id = identity(wqe);
            if (wqe != null) {
                queue.free();
            }
            return id;
        }
    }

    /** Receives that queue pairs share. */
    public static final class Shared {
        private final ReceivePool pool = new ReceivePool(CAPACITY, 1, 0, () -> {});
        private ReceiveWqe spare = new ReceiveWqe(1);

        @Operation
        public boolean post(@Param(gen = IntGen.class, conf = "0:9") int id) {
            return pool.post(request(id));
        }

        @Operation(nonParallelGroup = "event loop")
        public long take() {
            ReceiveWqe wqe = pool.take(spare);
            while (wqe == null && pool.available() > 0) { // another is just filling it
                Thread.onSpinWait();
                wqe = pool.take(spare);
            }
            long id = identity(wqe);
            if (wqe != null) {
                spare = wqe;
            }
            return id;
        }
    }

    private static RecvWr request(int id) {
        return new RecvWr().wrId(id).addSge(0, lengthOf(id), 1);
    }

    private static long lengthOf(long id) {
        return 1000 + id;
    }

    private static long identity(ReceiveWqe wqe) {
        if (wqe == null) {
            return NONE;
        }
        return wqe.sges().length() == lengthOf(wqe.wrId()) ? wqe.wrId() : TORN;
    }

    /** What both are to look like. */
    public static final class Model {
        private final ArrayDeque<Long> waiting = new ArrayDeque<>();

        public boolean post(int id) {
            return waiting.size() < CAPACITY && waiting.add((long) id);
        }

        public long take() {
            return waiting.isEmpty() ? NONE : waiting.poll();
        }
    }

    @Test
    void shouldBeAQueueInEveryOrderOfSteps() {
        check(Own.class);
    }

    @Test
    void shouldBeAQueueInEveryOrderOfStepsWhenItIsShared() {
        check(Shared.class);
    }

    private static void check(Class<?> queue) {
        new ModelCheckingOptions()
                .iterations(Nightly.times(2, 30))
                .invocationsPerIteration(Nightly.times(100, 1000))
                .threads(3)
                .actorsPerThread(2)
                .sequentialSpecification(Model.class)
                .check(queue);
    }
}
