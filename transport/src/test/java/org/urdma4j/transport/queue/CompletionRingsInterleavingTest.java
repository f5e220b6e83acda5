package org.urdma4j.transport.queue;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.util.ArrayDeque;

/**
 * Whatever the order of their steps, an event loop that adds and resizes and threads that take see
 * a first-in-first-out queue with a bound.
 */
public class CompletionRingsInterleavingTest {
    private static final int CAPACITY = 2;
    private static final long NONE = -1;
    private static final long TORN = -2;

    private final CompletionRings rings = new CompletionRings(CAPACITY);
    private long added;

    @Operation(nonParallelGroup = "event loop")
    public boolean add() {
        return add(rings, added) && ++added > 0;
    }

    @Operation(nonParallelGroup = "event loop")
    public boolean resize(@Param(gen = IntGen.class, conf = "1:3") int capacity) {
        return rings.resize(capacity);
    }

    @Operation
    public long take() {
        return take(rings);
    }

    private static boolean add(CompletionRings rings, long id) {
        CompletionRing ring = rings.toFill();
        return ring != null && ring.add(id, WcStatus.SUCCESS, WcOpcode.SEND, 3 * id, 0, 0, 0, 0);
    }

    private static long take(CompletionRings rings) {
        WorkCompletion out = new WorkCompletion();
        if (!rings.take(out)) {
            return NONE;
        }
        return out.byteLen() == 3 * out.wrId() ? out.wrId() : TORN;
    }

    /** What it is to look like. */
    public static final class Model {
        private final ArrayDeque<Long> waiting = new ArrayDeque<>();
        private int capacity = CAPACITY;
        private long added;

        public boolean add() {
            return waiting.size() < capacity && waiting.add(added++);
        }

        public boolean resize(int wanted) {
            boolean fits = waiting.size() <= wanted;
            capacity = fits ? wanted : capacity;
            return fits;
        }

        public long take() {
            return waiting.isEmpty() ? NONE : waiting.poll();
        }
    }

    @Test
    void shouldBeAQueueInEveryOrderOfSteps() {
        new ModelCheckingOptions()
                .iterations(6)
                .invocationsPerIteration(150)
                .threads(3)
                .actorsPerThread(2)
                .sequentialSpecification(Model.class)
                .check(CompletionRingsInterleavingTest.class);
    }

    /** It is never empty here: the first is taken only when the second is there. */
    @Test
    void shouldNotLookEmptyWhileItGrowsAndAnotherTakes() {
        Lincheck.runConcurrentTest(
                500,
                () -> {
                    Growing growing = new Growing();
                    growing.run();
                    assertNotEquals(NONE, growing.taken);
                });
    }

    private static final class Growing {
        private final CompletionRings rings = new CompletionRings(1);
        private volatile boolean secondIsThere;
        private volatile long taken = TORN;

        void run() {
            add(rings, 1);
            Thread one = new Thread(() -> taken = take(rings));
            Thread other = new Thread(this::takeWhenTheSecondIsThere);
            one.start();
            other.start();
            rings.resize(2);
            add(rings, 2);
            secondIsThere = true;
            try {
                one.join();
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void takeWhenTheSecondIsThere() {
            if (secondIsThere) {
                take(rings);
            }
        }
    }
}
