package org.urdma4j.forward.relay;

import org.urdma4j.forward.ForwardListener;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The streams of one end: each has a virtual thread, all one clock. Any thread may call. */
public final class Streams implements AutoCloseable {
    private final Set<Runnable> resets = ConcurrentHashMap.newKeySet();
    private final Set<Carried> carried = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor clock =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().daemon().name("forward-clock").factory());
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();
    private int running;
    private volatile boolean closed;

    /** Has none. */
    public Streams() {
        clock.setRemoveOnCancelPolicy(true);
        clock.setRejectedExecutionHandler((_, _) -> {}); // it is closed, and so are the streams
    }

    /** Starts one. */
    public void start(Runnable stream) {
        count(1);
        Thread.ofVirtual()
                .name("forward-stream")
                .start(() -> {
                    try {
                        stream.run();
                    } finally {
                        count(-1);
                    }
                });
    }

    private void count(int more) {
        lock.lock();
        try {
            running += more;
            if (running == 0) {
                none.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many there are. */
    public int running() {
        lock.lock();
        try {
            return running;
        } finally {
            lock.unlock();
        }
    }

    private record Carried(Relay relay, String peer, String target) {
        OpenStream now() {
            return new OpenStream(peer, target, relay.sent(), relay.received());
        }
    }

    /**
     * Carries until both directions have come to their end or this is closed.
     *
     * @param peer for people
     * @param target for people
     * @param told of the end
     */
    public void carry(Relay relay, String peer, String target, ForwardListener told) {
        Carried one = new Carried(relay, peer, target);
        carried.add(one);
        try (Deadline _ = untilClosed(() -> relay.reset("forward ends here"))) {
            String why = relay.run();
            if (relay.isRefused()) {
                told.onRefused(peer, target, why);
            } else {
                told.onEnded(peer, target, relay.sent(), relay.received(), why);
            }
        } finally {
            carried.remove(one);
        }
    }

    /** Returns those that bytes are carried of. */
    public List<OpenStream> open() {
        return carried.stream().map(Carried::now).toList();
    }

    /** What runs when a time is over, or all streams end, unless it is closed before. */
    public final class Deadline implements AutoCloseable {
        private final Runnable reset;
        private final Future<?> timer;

        private Deadline(Runnable reset, Future<?> timer) {
            this.reset = reset;
            this.timer = timer;
        }

        @Override
        public void close() {
            resets.remove(reset);
            if (timer != null) {
                timer.cancel(false);
            }
        }
    }

    /**
     * Runs {@code reset}, an object of its own that must not wait, after a time or when this is
     * closed.
     */
    public Deadline deadline(Duration time, Runnable reset) {
        return guard(reset, time);
    }

    /** Runs {@code reset}, an object of its own that must not wait, when this is closed. */
    public Deadline untilClosed(Runnable reset) {
        return guard(reset, null);
    }

    private Deadline guard(Runnable reset, Duration time) {
        resets.add(reset);
        if (closed) {
            reset.run(); // close() may have been too early to see it
            return new Deadline(reset, null);
        }
        Future<?> timer =
                time == null ? null : clock.schedule(reset, time.toNanos(), TimeUnit.NANOSECONDS);
        return new Deadline(reset, timer);
    }

    /** Waits until there is none, or the time is over. */
    public void drain(Duration most) throws InterruptedException {
        lock.lock();
        try {
            long left = most.toNanos();
            while (running > 0 && left > 0) {
                left = none.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Resets all, and waits for none. */
    @Override
    public void close() {
        closed = true;
        resets.forEach(Runnable::run);
        clock.shutdownNow();
    }
}
