package org.urdma4j.forward.relay;

import org.urdma4j.channel.RdmaChannel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Carries bytes both ways until both directions have come to their end. When anything fails, at
 * either side or on the path, both sides are reset: an end of stream is passed on only where one
 * was read. Nothing is read here that there is no room for: what waits is in the channel's rings
 * and in one buffer of at most {@value #LARGE} bytes.
 */
public final class Relay {
    private static final int SMALL = 1 << 11;
    private static final int LARGE = 1 << 18;

    /** Reads in succession that a small buffer would have held, until there is one. */
    private static final int PATIENCE = 64;

    private final LocalEnd local;
    private final RdmaChannel stream;
    private final Step first;
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile boolean refused;

    /** Nothing more goes to the channel, and so it may end. */
    private volatile boolean shut;

    private final AtomicReference<String> failure = new AtomicReference<>();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();

    /** What may fail. */
    @FunctionalInterface
    public interface Step {
        /**
         * Does it.
         *
         * @throws IOException with a line for the user
         */
        void run() throws IOException;
    }

    /**
     * @param stream is blocking
     */
    public Relay(LocalEnd local, RdmaChannel stream) {
        this(local, stream, () -> {});
    }

    /**
     * @param stream is blocking
     * @param first reads from it what comes before the bytes, while bytes already go to it
     */
    public Relay(LocalEnd local, RdmaChannel stream, Step first) {
        this.local = local;
        this.stream = stream;
        this.first = first;
    }

    /**
     * Carries, in this thread and a virtual one; this one should be virtual, too. Both ends are
     * closed afterwards.
     *
     * @return why they were reset; null if they weren't
     */
    public String run() {
        Thread back = Thread.ofVirtual().name("forward-receive").start(() -> pass(this::receive));
        pass(this::send);
        join(back);
        if (failure.get() == null) {
            pass(this::close);
        } else {
            stream.abort(); // with nobody in its ring
        }
        return failure.get();
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true; // reset is what ends it
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            reset(reason(e));
        } catch (RuntimeException | Error e) {
            reset(e.toString());
            throw e;
        }
    }

    private void send() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(SMALL);
        int small = 0;
        for (int n = local.read(buffer); n >= 0; n = local.read(buffer)) {
            small = n <= SMALL / 2 ? small + 1 : 0;
            boolean full = !buffer.hasRemaining();
            write(buffer.flip());
            sent.addAndGet(n);
            if (full && buffer.capacity() < LARGE) {
                buffer = ByteBuffer.allocate(2 * buffer.capacity());
            } else if (small > PATIENCE && buffer.capacity() > SMALL) {
                buffer = ByteBuffer.allocate(SMALL);
            }
            buffer.clear();
        }
        shut = true;
        stream.shutdownOutput();
    }

    private void write(ByteBuffer bytes) throws IOException {
        try {
            stream.write(bytes);
        } catch (IOException e) {
            awaitBegun(); // which says why the stream isn't there
            throw e;
        }
    }

    private void awaitBegun() {
        try {
            begun.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void begin() throws IOException {
        try {
            first.run();
        } catch (IOException e) {
            refused = failure.compareAndSet(null, reason(e));
            throw e;
        } finally {
            begun.countDown();
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private void receive() throws IOException {
        begin();
        for (ByteBuffer seen = stream.peek(); seen != null; seen = stream.peek()) {
            deliver(seen);
        }
        local.shutdownOutput();
        stream.onDisconnected(this::onDisconnected);
    }

    /** Nobody reads any more, and the program may say nothing for long. */
    private void onDisconnected() {
        if (!shut) {
            reset("the stream was reset, or its path is dead");
        }
    }

    private void deliver(ByteBuffer seen) throws IOException {
        int n = 0;
        try {
            n = local.write(seen);
        } finally {
            stream.advance(n); // also none, so that the ring isn't in use any more
        }
        received.addAndGet(n);
    }

    private void close() throws IOException {
        stream.close();
        local.close();
    }

    /** Ends both sides with an error. The first reason counts; without effect at the end. */
    public void reset(String why) {
        failure.compareAndSet(null, why);
        local.reset();
        stream.abort();
    }

    /** Returns whether what comes first has failed, and that is why both sides were reset. */
    public boolean isRefused() {
        return refused;
    }

    /** Returns how many bytes went to the channel. */
    public long sent() {
        return sent.get();
    }

    /** Returns how many bytes came from the channel. */
    public long received() {
        return received.get();
    }
}
