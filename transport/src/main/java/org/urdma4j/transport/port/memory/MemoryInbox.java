package org.urdma4j.transport.port.memory;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What has been sent to a port in memory and not been taken yet. Holds a bounded number of bytes
 * and drops what comes beyond. Any thread may put in; the port's event loop takes out.
 */
final class MemoryInbox {
    private final long limitBytes;
    private final Runnable onArrival;
    private final Queue<MemoryFrames> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private volatile boolean closed;

    /**
     * Creates an empty inbox.
     *
     * @param onArrival called by the sender's thread
     */
    MemoryInbox(long limitBytes, Runnable onArrival) {
        this.limitBytes = limitBytes;
        this.onArrival = onArrival;
    }

    /** Takes the frames and their reference, or drops them. */
    void put(MemoryFrames frames) {
        int bytes = frames.content().readableBytes();
        if (waitingBytes.addAndGet(bytes) > limitBytes) {
            waitingBytes.addAndGet(-bytes);
            dropped.addAndGet(frames.count());
            frames.content().release();
            return;
        }
        waiting.add(frames);
        if (closed) {
            clear(); // it may have come after close() did this
        } else {
            onArrival.run();
        }
    }

    /** Returns the oldest frames with their reference, null if there are none. */
    MemoryFrames take() {
        MemoryFrames frames = waiting.poll();
        if (frames != null) {
            waitingBytes.addAndGet(-frames.content().readableBytes());
        }
        return frames;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Returns the packets dropped since the last call. */
    long takeDropped() {
        return dropped.get() == 0 ? 0 : dropped.getAndSet(0);
    }

    /** Drops everything, now and from now on. */
    void close() {
        closed = true;
        clear();
    }

    private void clear() {
        for (MemoryFrames frames = take(); frames != null; frames = take()) {
            frames.content().release();
        }
    }
}
