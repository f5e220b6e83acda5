package org.urdma4j.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/** What is read from a channel, by one thread at a time; see {@link RdmaChannel} for each call. */
final class ChannelReader {
    private final Flow flow;
    private final Inbound in;
    private final ChannelState state;
    private final Runnable abort;
    private final ReentrantLock lock = new ReentrantLock();

    /** Somebody may be looking at what {@link #peek} has shown. */
    private boolean shown;

    /**
     * Creates it.
     *
     * @param link is connected
     * @param abort is run when a thread that waits is interrupted
     */
    ChannelReader(Link link, ChannelState state, Runnable abort) {
        this.state = state;
        this.abort = abort;
        flow = link.flow();
        in = link.inbound();
    }

    int read(ByteBuffer dst) throws IOException {
        if (dst.isReadOnly()) {
            throw new IllegalArgumentException("the buffer is read-only");
        }
        lock.lock();
        try {
            int length = Math.min(readable(dst.hasRemaining()), dst.remaining());
            if (length > 0) {
                in.reading().get(in.position(), dst, length);
                flow.free(length);
            }
            return length;
        } finally {
            lock.unlock();
        }
    }

    long read(ByteBuffer[] dsts, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, dsts.length);
        boolean any = false;
        for (int i = offset; i < offset + length; i++) {
            if (dsts[i].isReadOnly()) {
                throw new IllegalArgumentException("a buffer is read-only");
            }
            any |= dsts[i].hasRemaining();
        }
        lock.lock();
        try {
            int left = readable(any);
            if (left <= 0) {
                return left;
            }
            int done = 0;
            for (int i = offset; i < offset + length && done < left; i++) {
                int piece = Math.min(left - done, dsts[i].remaining());
                in.reading().get(in.position() + done, dsts[i], piece);
                done += piece;
            }
            flow.free(done);
            return done;
        } finally {
            lock.unlock();
        }
    }

    int read(byte[] dst, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, dst.length);
        lock.lock();
        try {
            int done = Math.min(readable(length > 0), length);
            if (done > 0) {
                in.reading().get(in.position(), dst, offset, done);
                flow.free(done);
            }
            return done;
        } finally {
            lock.unlock();
        }
    }

    /** Does it with nobody reading or looking, or not at all. */
    void unlessReading(Runnable task) {
        if (lock.tryLock()) {
            try {
                if (!shown) {
                    task.run();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns what can be read, 0 if nothing is wanted. */
    private int readable(boolean any) throws IOException {
        if (!any) {
            state.checkOpen();
            return 0;
        }
        try {
            return flow.awaitReadable(state.isBlocking());
        } catch (ClosedByInterruptException e) {
            abort.run();
            throw e;
        }
    }

    ByteBuffer peek() throws IOException {
        lock.lock();
        try {
            int available = readable(true);
            if (available < 0) {
                return null;
            }
            shown = available > 0;
            Ring ring = in.reading();
            int at = ring.index(in.position());
            return ring.view()
                    .clear()
                    .position(at)
                    .limit(at + ring.contiguous(in.position(), available));
        } finally {
            lock.unlock();
        }
    }

    void advance(int length) throws IOException {
        lock.lock();
        try {
            shown = false;
            state.checkOpen();
            if (length < 0 || length > flow.available()) {
                throw new IllegalArgumentException(
                        "can't take %d bytes of %d".formatted(length, flow.available()));
            }
            flow.free(length);
        } finally {
            lock.unlock();
        }
    }
}
