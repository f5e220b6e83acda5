package org.urdma4j.transport.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

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
        return ring != null
                && ring.add(null, id, WcStatus.SUCCESS, WcOpcode.SEND, 3 * id, 0, 0, 0, 0);
    }

    private static long take(CompletionRings rings) {
        WorkCompletion[] out = WorkCompletion.array(1);
        return rings.take(out, 0, 1) == 0 ? NONE : identity(out[0]);
    }

    private static long identity(WorkCompletion out) {
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
                .iterations(Nightly.times(2, 30))
                .invocationsPerIteration(Nightly.times(100, 1000))
                .threads(3)
                .actorsPerThread(2)
                .sequentialSpecification(Model.class)
                .check(CompletionRingsInterleavingTest.class);
    }

    @Test
    void shouldGiveEachOnceToThoseWhoTakeSeveral() {
        Lincheck.runConcurrentTest(
                Nightly.times(200, 5000),
                () -> {
                    Sharing sharing = new Sharing();
                    sharing.run();
                    List<Long> all = new ArrayList<>(sharing.one.ids);
                    all.addAll(sharing.other.ids);
                    assertEquals(List.of(0L, 1L, 2L, 3L), all.stream().sorted().toList());
                    assertEquals(sharing.one.ids.stream().sorted().toList(), sharing.one.ids);
                });
    }

    /** One who adds, and two who take up to two at a time. */
    private static final class Sharing {
        private static final int COUNT = 4;

        private final CompletionRings rings = new CompletionRings(CAPACITY);
        private final AtomicInteger left = new AtomicInteger(COUNT);
        final Taker one = new Taker();
        final Taker other = new Taker();

        private final class Taker implements Runnable {
            final List<Long> ids = new ArrayList<>();

            @Override
            public void run() {
                WorkCompletion[] out = {new WorkCompletion(), new WorkCompletion()};
                while (left.get() > 0) {
                    int n = rings.take(out, 0, 2);
                    for (int i = 0; i < n; i++) {
                        ids.add(identity(out[i]));
                    }
                    left.addAndGet(-n);
                }
            }
        }

        void run() {
            Thread first = new Thread(one);
            Thread second = new Thread(other);
            first.start();
            second.start();
            for (long id = 0; id < COUNT; id++) {
                while (!add(rings, id)) {
                    Thread.onSpinWait();
                }
            }
            try {
                first.join();
                second.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** It is never empty here: the first is taken only when the second is there. */
    @Test
    void shouldNotLookEmptyWhileItGrowsAndAnotherTakes() {
        Lincheck.runConcurrentTest(
                Nightly.times(200, 5000),
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
