package org.urdma4j.transport.queue;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayDeque;

/**
 * Whatever the order of their steps, threads that post, an event loop that completes and a thread
 * that polls see requests go round in order, as many as the queue holds until they are polled.
 */
public class SendInterleavingTest {
    private static final int CAPACITY = 2;
    private static final long NONE = -1;
    private static final long TORN = -2;

    /** A send queue and the ring that its requests complete to. */
    public static final class Real {
        private final SendQueue queue = new SendQueue(CAPACITY, 1, 0);
        private final CompletionRing ring = new CompletionRing(CAPACITY);

        @Operation
        public boolean post(@Param(gen = IntGen.class, conf = "0:9") int id) {
            return queue.post(
                    new SendWr()
                            .wrId(id)
                            .opcode(WrOpcode.SEND)
                            .sendFlags(SendFlags.SIGNALED)
                            .addSge(0, lengthOf(id), 1));
        }

        @Operation(nonParallelGroup = "event loop")
        public boolean complete() {
            SendWqe wqe = queue.at(queue.head());
            while (wqe == null && queue.available() > 0) { // another is just filling it
                Thread.onSpinWait();
                wqe = queue.at(queue.head());
            }
            if (wqe == null) {
                return false;
            }
            long id = wqe.wrId();
            long length = wqe.length();
            queue.freeWhenPolled();
            return ring.add(
                    queue.slots(), id, WcStatus.SUCCESS, WcOpcode.SEND, length, 0, 0, 17, 0);
        }

        /** One thread at a time: the slot is free a step after others find the ring empty. */
        @Operation(nonParallelGroup = "poller")
        public long poll() {
            WorkCompletion[] taken = WorkCompletion.array(1);
            if (ring.take(taken, 0, 1) == 0) {
                return NONE;
            }
            WorkCompletion out = taken[0];
            return out.byteLen() == lengthOf(out.wrId()) ? out.wrId() : TORN;
        }
    }

    private static long lengthOf(long id) {
        return 1000 + id;
    }

    /** What it is to look like. */
    public static final class Model {
        private final ArrayDeque<Long> posted = new ArrayDeque<>();
        private final ArrayDeque<Long> completed = new ArrayDeque<>();

        public boolean post(int id) {
            return posted.size() + completed.size() < CAPACITY && posted.add((long) id);
        }

        public boolean complete() {
            return !posted.isEmpty() && completed.add(posted.poll());
        }

        public long poll() {
            return completed.isEmpty() ? NONE : completed.poll();
        }
    }

    @Test
    void shouldGoRoundInEveryOrderOfSteps() {
        new ModelCheckingOptions()
                .iterations(Nightly.times(3, 40))
                .invocationsPerIteration(Nightly.times(150, 1000))
                .threads(3)
                .actorsPerThread(3)
                .sequentialSpecification(Model.class)
                .check(Real.class);
    }
}
