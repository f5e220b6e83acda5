package org.urdma4j.measure.live;

import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.pcap.PcapInterface;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Writes the frames of an interface into a capture file until there are enough, the time is over,
 * or {@link #stop} is called. One thread runs it; the other methods may be called by any.
 */
public final class Recording {
    private static final long TICK_MS = 100;

    /** How long frames are waited for that came before the end and lie in the kernel. */
    private static final long DRAIN_MS = 2_000;

    private static final long DRAIN_TICK_MS = 5;

    private final PcapInterface from;
    private final PcapWriter writer;
    private final long most;
    private final long mostNs;
    private final PcapInterface.Counts before;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private long frames;
    private IOException failure;

    /**
     * Creates a recording.
     *
     * @param from opened, with its filter; stays the caller's
     * @param file written as it goes; stays the caller's
     * @param most frames, {@link Long#MAX_VALUE} for all
     * @param mostNs nanoseconds that it lasts, {@link Long#MAX_VALUE} for no end
     */
    public Recording(PcapInterface from, WritableByteChannel file, long most, long mostNs) {
        this.from = from;
        this.writer = new PcapWriter(file, from.linkType());
        this.most = most;
        this.mostNs = mostNs;
        this.before = from.counts();
    }

    /**
     * Records; returns when it is over and all is written.
     *
     * @throws IOException if the file can't be written or the interface gives no more
     */
    public void run() throws IOException {
        write(); // a reader at the other end of a pipe wants to know what will come
        Thread watch = Thread.ofPlatform().daemon().name("urdma-recording").start(this::watch);
        try {
            from.loop(this::onFrame);
        } finally {
            ended.countDown();
            awaitQuietly(watch);
        }
        write();
        synchronized (this) {
            if (failure != null) {
                throw failure;
            }
        }
    }

    private static void awaitQuietly(Thread watch) {
        boolean interrupted = false;
        while (true) {
            try {
                watch.join();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void onFrame(byte[] bytes, int originalBytes, long timestampNs) {
        if (frames >= most || failure != null) {
            return;
        }
        try {
            writer.write(timestampNs, ByteBuffer.wrap(bytes), originalBytes);
            frames++;
        } catch (IOException e) {
            failure = e;
        }
        if (frames >= most || failure != null) {
            from.breakLoop();
        }
    }

    private synchronized void write() {
        if (failure == null) {
            try {
                writer.flush();
            } catch (IOException e) {
                failure = e;
                from.breakLoop();
            }
        }
    }

    /** Writes now and then, and ends the recording in time. */
    private void watch() {
        long startNs = SystemClock.nowNs();
        try {
            while (!ended.await(0, TimeUnit.NANOSECONDS)) {
                long leftNs = mostNs - (SystemClock.nowNs() - startNs);
                long tickNs = Math.min(leftNs, TimeUnit.MILLISECONDS.toNanos(TICK_MS));
                if (leftNs <= 0 || stopped.await(tickNs, TimeUnit.NANOSECONDS)) {
                    drain();
                    from.breakLoop();
                    return;
                }
                write();
            }
        } catch (InterruptedException _) {
            from.breakLoop();
        }
    }

    /** Waits until what the kernel has seen by now is here. */
    private void drain() throws InterruptedException {
        long seen = from.counts().passed() - before.passed();
        for (long i = 0; i < DRAIN_MS / DRAIN_TICK_MS && frames() + dropped() < seen; i++) {
            if (ended.await(DRAIN_TICK_MS, TimeUnit.MILLISECONDS)) {
                return;
            }
        }
    }

    /** Ends it soon: what has come so far is still written. */
    public void stop() {
        stopped.countDown();
    }

    public synchronized long frames() {
        return frames;
    }

    /** Returns how many frames the kernel dropped because there was no room. */
    public long dropped() {
        return from.counts().dropped() - before.dropped();
    }
}
