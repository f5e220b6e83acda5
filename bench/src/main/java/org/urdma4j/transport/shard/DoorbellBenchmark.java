package org.urdma4j.transport.shard;

import org.jctools.queues.MpscArrayQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.urdma4j.transport.queue.ReceivePool;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sixteen doorbells rung and collected: our stack of them, and JCTools' queue of them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DoorbellBenchmark {
    private static final int DOORBELLS = 16;

    private final Doorbell.Stack stack = new Doorbell.Stack();
    private final Doorbell[] ours = new Doorbell[DOORBELLS];
    private final MpscArrayQueue<AtomicBoolean> queue = new MpscArrayQueue<>(DOORBELLS);
    private final AtomicBoolean[] theirs = new AtomicBoolean[DOORBELLS];

    public DoorbellBenchmark() {
        for (int i = 0; i < DOORBELLS; i++) {
            ours[i] = new Doorbell(stack, (ReceivePool) null);
            theirs[i] = new AtomicBoolean();
        }
    }

    @Benchmark
    @OperationsPerInvocation(DOORBELLS)
    public int stack() {
        int wakes = 0;
        for (Doorbell doorbell : ours) {
            wakes += doorbell.ring() ? 1 : 0;
        }
        Doorbell rung = stack.takeAll();
        while (rung != null) {
            rung = rung.collect();
        }
        return wakes;
    }

    /** Whether to wake the event loop is told by an empty queue. */
    @Benchmark
    @OperationsPerInvocation(DOORBELLS)
    public int jctools() {
        int wakes = 0;
        for (AtomicBoolean rung : theirs) {
            if (rung.compareAndSet(false, true)) {
                wakes += queue.isEmpty() ? 1 : 0;
                queue.offer(rung);
            }
        }
        AtomicBoolean rung = queue.relaxedPoll();
        while (rung != null) {
            rung.set(false);
            rung = queue.relaxedPoll();
        }
        return wakes;
    }
}
