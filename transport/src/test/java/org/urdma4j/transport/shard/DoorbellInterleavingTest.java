package org.urdma4j.transport.shard;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.transport.queue.ReceivePool;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whatever the order of their steps, an event loop that only works when a doorbell's ring said that
 * it must be woken has seen all that was posted, or is still to be woken.
 */
public class DoorbellInterleavingTest {
    private final Doorbell.Stack stack = new Doorbell.Stack();
    private final Doorbell one = new Doorbell(stack, (ReceivePool) null);
    private final Doorbell other = new Doorbell(stack, (ReceivePool) null);
    private final AtomicInteger postedToOne = new AtomicInteger();
    private final AtomicInteger postedToOther = new AtomicInteger();
    private volatile boolean woken;
    private int seenOfOne;
    private int seenOfOther;

    @Operation(nonParallelGroup = "one")
    public void postToOne() {
        postedToOne.incrementAndGet();
        ring(one);
    }

    @Operation(nonParallelGroup = "other")
    public void postToOther() {
        postedToOther.incrementAndGet();
        ring(other);
    }

    private void ring(Doorbell doorbell) {
        if (doorbell.ring()) {
            woken = true;
        }
    }

    /** A turn of the event loop. */
    @Operation(nonParallelGroup = "event loop")
    public void turn() {
        if (!woken) {
            return;
        }
        woken = false;
        Doorbell rung = stack.takeAll();
        while (rung != null) {
            Doorbell collected = rung;
            rung = rung.collect();
            if (collected == one) {
                seenOfOne = postedToOne.get();
            } else {
                seenOfOther = postedToOther.get();
            }
        }
    }

    /** Checked when all threads rest. */
    @Validate
    public void shouldHaveSeenAllOrBeWoken() {
        if (!woken && (seenOfOne != postedToOne.get() || seenOfOther != postedToOther.get())) {
            throw new IllegalStateException("posted, and the event loop sleeps");
        }
    }

    @Test
    void shouldBeHeardInEveryOrderOfSteps() {
        new ModelCheckingOptions()
                .iterations(Nightly.times(3, 30))
                .invocationsPerIteration(Nightly.times(150, 1000))
                .threads(3)
                .actorsPerThread(2)
                .check(DoorbellInterleavingTest.class);
    }
}
