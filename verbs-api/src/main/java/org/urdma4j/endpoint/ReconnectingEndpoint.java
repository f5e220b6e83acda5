package org.urdma4j.endpoint;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Connects to a peer again and again: after an attempt that failed and after a connection that
 * ended, whoever ended it. Each connection is an {@link ActiveEndpoint} of its own, with memory and
 * keys of its own; the program is told when there is one and what is known to have completed, and
 * posts what it finds right. Nothing is ever posted a second time by itself: whether a request may
 * be repeated, a WRITE of the same bytes for instance, only the program knows.
 *
 * <p>Callbacks are those of {@link ActiveEndpoint}, on the threads of the group, one at a time for
 * each connection. One that throws ends it all. A name that isn't resolved yet is looked up for
 * each attempt. {@link #close} ends it, also from a callback; any thread may call.
 */
public abstract class ReconnectingEndpoint implements AutoCloseable {
    /** Waits, and then runs something on a thread that may block. */
    @FunctionalInterface
    interface Delay {
        void after(Duration time, Runnable task);
    }

    private static final Executor THREADS =
            task -> Thread.ofPlatform().daemon().name("urdma-reconnect").start(task);

    private final ActiveGroup group;
    private final InetSocketAddress peer;
    private final Backoff backoff;
    private final RandomGenerator random;
    private final Delay delay;
    private final ProgressCount count = new ProgressCount();

    /** Guards what follows. */
    private final Object gate = new Object();

    private Connection current;
    private int failed;
    private boolean started;
    private boolean closed;

    /**
     * For subclasses; {@link #start} begins.
     *
     * @param group has the threads and the options of each connection
     * @param random draws the jitter
     */
    protected ReconnectingEndpoint(
            ActiveGroup group, InetSocketAddress peer, Backoff backoff, RandomGenerator random) {
        this(group, peer, backoff, random, ReconnectingEndpoint::later);
    }

    ReconnectingEndpoint(
            ActiveGroup group,
            InetSocketAddress peer,
            Backoff backoff,
            RandomGenerator random,
            Delay delay) {
        this.group = Objects.requireNonNull(group, "group");
        this.peer = Objects.requireNonNull(peer, "peer");
        this.backoff = Objects.requireNonNull(backoff, "backoff");
        this.random = Objects.requireNonNull(random, "random");
        this.delay = delay;
    }

    private static void later(Duration time, Runnable task) {
        CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS, THREADS)
                .execute(task);
    }

    /**
     * Begins the first attempt, and returns.
     *
     * @throws IllegalStateException if it has begun, or is closed
     */
    public final void start() {
        synchronized (gate) {
            if (started || closed) {
                throw new IllegalStateException(
                        closed ? "the endpoint is closed" : "it was started already");
            }
            started = true;
        }
        delay.after(Duration.ZERO, this::attempt);
    }

    /** As {@link ActiveEndpoint#onOpen}: allocate memory of the connection and post receives. */
    protected void onOpen(ActiveEndpoint connection) {
        // for subclasses
    }

    /** As {@link ActiveEndpoint#param}. */
    protected ConnParam param(ActiveEndpoint connection, ConnParam ofGroup) {
        return ofGroup;
    }

    /**
     * There is a connection: begin, or begin again, where the program says.
     *
     * @param before what is known of what was posted until now; told once
     */
    protected abstract void onConnected(ActiveEndpoint connection, Progress before);

    /** As {@link ActiveEndpoint#onReceive}. */
    protected void onReceive(ActiveEndpoint connection, WorkCompletion done) {
        // for subclasses
    }

    /** As {@link ActiveEndpoint#onSend}; what is flushed is told, too, before the end. */
    protected void onSend(ActiveEndpoint connection, WorkCompletion done) {
        // for subclasses
    }

    /**
     * There is no connection any more, or none yet. Close, if it is no use to go on.
     *
     * @param cause ETIMEDOUT if the peer has vanished or doesn't answer, ECONNREFUSED if it
     *     refuses, ECONNRESET if either end has ended the connection
     * @param wait how long until the next attempt
     */
    protected void onLost(VerbsException cause, Duration wait) {
        // for subclasses
    }

    /**
     * No more attempts are made: there were as many as allowed, the group or device is closed, or a
     * callback has thrown. It is closed, and nothing else is called.
     */
    protected abstract void onGivenUp(Throwable cause);

    private void attempt() {
        Connection next = new Connection();
        synchronized (gate) {
            if (closed) {
                return;
            }
            current = next;
        }
        try {
            group.connect(next, peer);
        } catch (VerbsException e) {
            next.cause = e;
            next.end();
        } catch (RuntimeException e) {
            giveUp(e); // the group or its device is closed
            return;
        }
        next.onBegun();
    }

    /** A connection is over, and closed. */
    private void lost(Connection connection) {
        VerbsException cause = connection.cause;
        Duration wait;
        synchronized (gate) {
            if (closed) {
                return;
            }
            current = null;
            failed = connection.useful ? 1 : failed + 1;
            wait = failed > backoff.attempts() ? null : backoff.after(failed, random);
        }
        if (connection.thrown != null || wait == null) {
            giveUp(connection.thrown == null ? cause : connection.thrown);
            return;
        }
        try {
            onLost(cause, wait);
        } catch (Throwable e) { // it must not end the thread of all others
            giveUp(e);
            return;
        }
        delay.after(wait, this::attempt);
    }

    private void giveUp(Throwable cause) {
        synchronized (gate) {
            if (closed) {
                return;
            }
        }
        close();
        try {
            onGivenUp(cause);
        } catch (Throwable e) {
            Uncaught.tell(e);
        }
    }

    /** Ends the connection, if there is one, and all attempts. Again it does nothing. */
    @Override
    public void close() {
        Connection last;
        synchronized (gate) {
            closed = true;
            last = current;
            current = null;
        }
        if (last != null) {
            last.end();
        }
    }

    /** One attempt and what comes of it. */
    private final class Connection extends ActiveEndpoint {
        private volatile VerbsException cause =
                new VerbsException(Errno.ECONNRESET, "the connection was closed");

        private volatile Throwable thrown;
        private volatile boolean useful;
        private volatile boolean begun;
        private volatile boolean over;

        /** Guarded by {@link #gate}. */
        private boolean told;

        /** The call that connects has returned: what it closed is over only now. */
        void onBegun() {
            begun = true;
            settle();
        }

        private void settle() {
            if (!over || !begun) {
                return;
            }
            synchronized (gate) {
                if (told) {
                    return;
                }
                told = true;
            }
            lost(this);
        }

        @Override
        protected void onOpen() {
            ReconnectingEndpoint.this.onOpen(this);
        }

        @Override
        protected ConnParam param(ConnParam ofGroup) {
            return ReconnectingEndpoint.this.param(this, ofGroup);
        }

        @Override
        protected void onConnected() {
            ReconnectingEndpoint.this.onConnected(this, count.connected());
        }

        @Override
        protected void onReceive(WorkCompletion done) {
            useful = useful || done.isSuccess();
            ReconnectingEndpoint.this.onReceive(this, done);
        }

        @Override
        protected void onSend(WorkCompletion done) {
            useful = useful || done.isSuccess();
            count.completed(done);
            ReconnectingEndpoint.this.onSend(this, done);
        }

        @Override
        protected void onDisconnected() {
            cause =
                    peerVanished()
                            ? new VerbsException(Errno.ETIMEDOUT, "the peer has vanished")
                            : new VerbsException(Errno.ECONNRESET, "the connection has ended");
        }

        @Override
        protected void onFailed(VerbsException why) {
            cause = why;
        }

        @Override
        protected void onError(Throwable why) {
            thrown = why;
        }

        @Override
        public void close() {
            try {
                super.close();
            } finally {
                over = true;
                settle();
            }
        }
    }
}
