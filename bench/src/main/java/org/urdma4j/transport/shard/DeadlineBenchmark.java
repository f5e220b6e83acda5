package org.urdma4j.transport.shard;

import org.agrona.DeadlineTimerWheel;
import org.agrona.collections.Long2ObjectHashMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.grant.GrantScheduler;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.transport.qp.PathFinder;
import org.urdma4j.transport.qp.PeerShares;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.qp.QpSetup;
import org.urdma4j.transport.qp.SchedulingDelay;
import org.urdma4j.transport.queue.ReceiveQueue;
import org.urdma4j.transport.queue.SendQueue;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A turn of the event loop, 10 us after the last: what is due is done, and due again after 10 us to
 * 20 ms. Our heap, which knows the next deadline to the nanosecond, beside Agrona's wheel with
 * ticks of 8 us, which doesn't know the next at all.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DeadlineBenchmark {
    private static final long TURN_NS = 10_000;
    private static final int MOST_NS = 20_000_000;
    private static final long TICK_NS = 8192;
    private static final int TICKS = 4096;
    private static final int DELAYS = 1 << 14;

    @Param({"1", "100", "10000"})
    private int queuePairs;

    private final int[] delays = new int[DELAYS];
    private final DeadlineHeap heap = new DeadlineHeap();
    private final DeadlineTimerWheel wheel =
            new DeadlineTimerWheel(TimeUnit.NANOSECONDS, 0, TICK_NS, TICKS);
    private final Long2ObjectHashMap<ScheduledQp> timers = new Long2ObjectHashMap<>();
    private int drawn;
    private long nowNs;

    /** Draws the delays, and gives each queue pair its first. */
    @Setup
    public void fill() {
        Random random = new Random(1);
        for (int i = 0; i < DELAYS; i++) {
            delays[i] = random.nextInt((int) TURN_NS, MOST_NS);
        }
        for (int i = 0; i < queuePairs; i++) {
            ScheduledQp qp = queuePair(i);
            heap.ensure(qp, delay());
            timers.put(wheel.scheduleTimer(delay()), qp);
        }
    }

    private static ScheduledQp queuePair(int number) {
        QpSetup setup =
                new QpSetup(
                        number,
                        0,
                        false,
                        new SendQueue(1, 1, 0),
                        new ReceiveQueue(1, 1),
                        null,
                        null,
                        null);
        Qp qp =
                new Qp(
                        new Profiles(new GrantScheduler(_ -> {})),
                        setup,
                        EngineConfig.DEFAULT,
                        new RegionTable(new Random(1)),
                        new Counters(),
                        new PeerShares(_ -> {}),
                        new SchedulingDelay(),
                        PathFinder.NONE,
                        () -> 1);
        return new ScheduledQp(qp);
    }

    private int delay() {
        return delays[drawn++ & (DELAYS - 1)];
    }

    @Benchmark
    public long heap() {
        nowNs += TURN_NS;
        while (heap.earliestNs() <= nowNs) {
            heap.ensure(heap.takeEarliest(), nowNs + delay());
        }
        return heap.earliestNs();
    }

    @Benchmark
    public long wheel() {
        nowNs += TURN_NS;
        do {
            wheel.poll(nowNs, this::onExpiry, Integer.MAX_VALUE);
        } while (wheel.currentTickTime() <= nowNs);
        return wheel.timerCount();
    }

    private boolean onExpiry(TimeUnit unit, long now, long timer) {
        timers.put(wheel.scheduleTimer(nowNs + delay()), timers.remove(timer));
        return true;
    }
}
