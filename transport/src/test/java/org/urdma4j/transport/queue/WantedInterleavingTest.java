package org.urdma4j.transport.queue;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.verbs.RecvWr;

/**
 * Whatever the order of their steps, an event loop that found no receive, and sleeps until it is
 * told, is told of the one that is posted.
 */
public class WantedInterleavingTest {
    /** An event loop that takes receives and threads that post them. */
    public abstract static class Party {
        private final WorkRing<ReceiveWqe> ring;
        private final ReceiveSource source;
        private volatile boolean told;
        private boolean waits;

        Party(WorkRing<ReceiveWqe> ring, ReceiveSource source) {
            this.ring = ring;
            this.source = source;
        }

        abstract boolean post(RecvWr wr);

        abstract void onTold();

        @Operation
        public void post() {
            if (post(new RecvWr()) && ring.wanted()) {
                told = true;
            }
        }

        /** A turn of the event loop. */
        @Operation(nonParallelGroup = "event loop")
        public void take() {
            if (waits && !told) {
                return;
            }
            if (told) {
                told = false;
                onTold();
            }
            waits = source.atOrWant(source.head()) == null;
            if (!waits) {
                source.want(false);
                source.free();
            }
        }

        /** Checked when all threads rest. */
        @Validate
        public void shouldHaveTakenOneOrBeTold() {
            if (waits && !told && ring.available() > 0) {
                throw new IllegalStateException("posted, and the event loop sleeps");
            }
        }
    }

    /** A queue pair's own receives. */
    public static final class Own extends Party {
        private final ReceiveQueue queue;

        public Own() {
            this(new ReceiveQueue(8, 1));
        }

        private Own(ReceiveQueue queue) {
            super(queue, queue);
            this.queue = queue;
        }

        @Override
        boolean post(RecvWr wr) {
            return queue.post(wr);
        }

        @Override
        void onTold() {
            // it looks in any case
        }
    }

    /** Receives that queue pairs share. */
    public static final class Shared extends Party {
        private final ReceivePool pool;

        public Shared() {
            this(new ReceivePool(8, 1, 0, () -> {}));
        }

        private Shared(ReceivePool pool) {
            super(pool, new PooledReceives(pool));
            this.pool = pool;
        }

        @Override
        boolean post(RecvWr wr) {
            return pool.post(wr);
        }

        @Override
        void onTold() {
            pool.wakeWaiting();
        }
    }

    @Test
    void shouldBeToldInEveryOrderOfSteps() {
        check(Own.class);
    }

    @Test
    void shouldBeToldInEveryOrderOfStepsWhenTheyAreShared() {
        check(Shared.class);
    }

    private static void check(Class<? extends Party> party) {
        new ModelCheckingOptions()
                .iterations(Nightly.times(3, 30))
                .invocationsPerIteration(Nightly.times(150, 1000))
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0) // a later post would make up for one that wasn't told
                .check(party);
    }
}
