package org.urdma4j.transport.port.pipeline;

import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;

import org.urdma4j.transport.port.Rethrown;
import org.urdma4j.transport.port.ShardDriver;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * The event loop of a port: one daemon thread that takes turns around a shard, when packets have
 * come, when work was posted, and when a timer is due. {@link #call}, {@link #wake} and {@link
 * #close} may be called by any thread, the rest by the loop.
 */
public final class PortLoop {
    /** What a turn returns when nothing is due. */
    static final long NEVER = Long.MAX_VALUE;

    /**
     * Turns on behalf of {@link #wake} before sockets get theirs. Netty runs tasks until there are
     * none, so an application that posts without pause would keep the loop from reading
     * acknowledgements.
     */
    private static final int WAKES_BEFORE_IO = 4;

    private static final System.Logger LOG = System.getLogger(PortLoop.class.getName());

    /** When what threw is tried again. */
    private static final long AFTER_DEFECT_NS = 100_000_000;

    private static final long LIVENESS_CHECK_MS = 100;
    private static final long SHUTDOWN_TIMEOUT_MS = 2_000;

    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final LongSupplier clock;
    private final BusyPoll busyPoll;
    private final Runnable wakeTask = this::onWake;
    private final Runnable soonTask = this::onSoon;
    private final AtomicBoolean wakePending = new AtomicBoolean();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Alarm alarm;

    private LongUnaryOperator intake = nowNs -> NEVER;
    private ShardDriver driver;

    private boolean alarmSet;
    private long alarmNs;
    private boolean soon;
    private int wakesInARow;
    private boolean reported;

    /** Starts the thread of a loop that schedules its own timer, and sleeps between turns. */
    public PortLoop(String name, IoHandlerFactory io, LongSupplier clock) {
        this(name, io, ScheduledAlarm::new, clock, new BusyPoll(Duration.ZERO, clock));
    }

    /**
     * Starts the thread.
     *
     * @param name of the thread
     * @param busyPoll is told of turns; {@code io} has its strategy
     */
    public PortLoop(
            String name,
            IoHandlerFactory io,
            Alarm.Factory alarms,
            LongSupplier clock,
            BusyPoll busyPoll) {
        this.clock = clock;
        this.busyPoll = busyPoll;
        this.group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(name, true), io);
        this.loop = group.next();
        this.alarm = alarms.create(loop, this::onAlarm);
        var _ = group.terminationFuture().addListener(_ -> alarm.ended());
    }

    /**
     * Says what a turn does; before that it does nothing. To be called once, on the loop or before
     * anything else reaches it.
     *
     * @param arrivals passes what has arrived by the given time to the shard and returns when it
     *     has more, {@link #NEVER} for not without cause
     */
    public void drive(ShardDriver shardDriver, LongUnaryOperator arrivals) {
        intake = arrivals;
        driver = shardDriver;
    }

    public EventLoop eventLoop() {
        return loop;
    }

    /** Returns the time by which turns are taken, in nanoseconds; any thread. */
    public long nowNs() {
        return clock.getAsLong();
    }

    /** As {@link org.urdma4j.transport.port.NetworkPort#call}. */
    public <T> T call(Supplier<T> task) {
        if (loop.inEventLoop()) {
            try {
                return task.get();
            } finally {
                wake(); // a turn here could be within one
            }
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            loop.execute(() -> runAndComplete(task, result));
        } catch (RejectedExecutionException e) {
            throw closed(e);
        }
        return await(result);
    }

    /** As {@link org.urdma4j.transport.port.NetworkPort#later}. */
    public void later(Runnable task) {
        try {
            loop.execute(() ->
                    callThenTurn(() -> {
                        task.run();
                        return null;
                    }));
        } catch (RejectedExecutionException _) {
            // closed: nobody is left to be told
        }
    }

    private <T> void runAndComplete(Supplier<T> task, CompletableFuture<T> result) {
        try {
            T value = callThenTurn(task);
            result.complete(value);
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private <T> T callThenTurn(Supplier<T> task) {
        try {
            return task.get();
        } finally {
            turn();
        }
    }

    private <T> T await(CompletableFuture<T> result) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get(LIVENESS_CHECK_MS, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    interrupted = true; // the task runs in any case; its result isn't to be lost
                } catch (TimeoutException e) {
                    if (loop.isTerminated() && !result.isDone()) {
                        throw closed(e);
                    }
                } catch (ExecutionException e) {
                    throw Rethrown.from(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static IllegalStateException closed(Exception cause) {
        return new IllegalStateException("the port is closed; open the device again", cause);
    }

    /** As {@link org.urdma4j.transport.port.NetworkPort#wake}; without effect after closing. */
    public void wake() {
        if (wakePending.get() || wakePending.getAndSet(true)) {
            return;
        }
        try {
            loop.execute(wakeTask);
        } catch (RejectedExecutionException _) {
            // closed: there is nobody left to look
        }
    }

    private void onWake() {
        wakePending.set(false);
        if (++wakesInARow <= WAKES_BEFORE_IO) {
            turn();
        } else {
            turnAt(clock.getAsLong());
        }
    }

    private void onAlarm() {
        alarmSet = false;
        turnAfterIo();
    }

    private void onSoon() {
        soon = false;
        turnAfterIo();
    }

    /** Takes a turn after the sockets have had theirs. */
    public void turnAfterIo() {
        wakesInARow = 0;
        turn();
    }

    /** Takes what has arrived, then runs the shard, then sets the alarm. */
    private void turn() {
        if (driver == null) {
            return;
        }
        busyPoll.onTurn();
        turnAt(guarded(intake));
        turnAt(guarded(_ -> driver.turn()));
    }

    /** Queue pairs answer for themselves; what is left to throw must not end the turns. */
    private long guarded(LongUnaryOperator part) {
        long nowNs = clock.getAsLong();
        try {
            return part.applyAsLong(nowNs);
        } catch (RuntimeException | Error e) {
            if (!reported) {
                reported = true;
                LOG.log(System.Logger.Level.ERROR, "A turn was cut short by a defect", e);
            }
            return nowNs + AFTER_DEFECT_NS;
        }
    }

    /**
     * Asks for a turn at {@code dueNs}, or after the next look at the sockets if that is now. The
     * alarm is set anew only if it has to go off earlier, since an idle turn costs less than
     * setting it for every packet.
     */
    private void turnAt(long dueNs) {
        if (dueNs == NEVER || soon) {
            return;
        }
        long delayNs = dueNs - clock.getAsLong();
        if (delayNs <= 0) {
            soon = true;
            // Not execute(): tasks that follow each other shut out the sockets.
            var _ = loop.schedule(soonTask, 0, TimeUnit.NANOSECONDS);
        } else if (!alarmSet || dueNs - alarmNs < 0) {
            alarmSet = true;
            alarmNs = dueNs;
            alarm.set(delayNs);
        }
    }

    /**
     * Runs {@code release} on the loop and ends the thread; returns when it has ended, unless
     * called by it. Later calls do the waiting only.
     */
    public void close(Runnable release) {
        if (closing.compareAndSet(false, true)) {
            loop.execute(() -> {
                driver = null;
                release.run();
            });
            var _ = group.shutdownGracefully(0, SHUTDOWN_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        }
        if (!loop.inEventLoop()) {
            group.terminationFuture().awaitUninterruptibly();
        }
    }
}
