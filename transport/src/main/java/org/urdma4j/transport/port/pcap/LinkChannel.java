package org.urdma4j.transport.port.pcap;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;

import org.urdma4j.transport.port.frame.FrameChannel;
import org.urdma4j.transport.port.frame.InboundFrame;
import org.urdma4j.transport.port.frame.LinkFrames;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A link that blocks its reader, on any event loop: a thread of its own reads, and waits while much
 * is unread here. Sending blocks as the kernel does. Confined to the event loop once it is
 * registered, but for that thread.
 */
final class LinkChannel extends FrameChannel {
    /** Bytes that wait here before the thread reads no more. */
    static final int MOST_WAITING = 16 << 20;

    /** What a frame counts for beside its bytes. */
    private static final int FRAME_COST = 512;

    /** Before each frame that waits stands its timestamp. */
    private static final int STAMP = Long.BYTES;

    private static final int LONGEST = 128 << 10;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final ChannelConfig config = new DefaultChannelConfig(this);
    private final FrameLink link;
    private final LinkClock clock;
    private final Thread reader;
    private final Queue<ByteBuf> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Runnable read = this::readFrames;
    private final InboundFrame frame = new InboundFrame();
    private final byte[] outgoing = new byte[LONGEST];
    private final MemorySegment outgoingBytes = MemorySegment.ofArray(outgoing);
    private final CompletableFuture<Void> exhausted = new CompletableFuture<>();
    private volatile boolean ended;
    private volatile IOException failure;
    private volatile boolean loopOver;
    private boolean started;
    private boolean halfEnded;
    private LinkFrames frames;
    private int next;

    /**
     * Creates a channel, which closes the link.
     *
     * @param name of the thread that reads
     */
    LinkChannel(FrameLink link, String name, LinkClock clock) {
        this.link = link;
        this.clock = clock;
        this.reader = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    private void run() {
        try {
            link.loop(this::onFrame);
        } catch (IOException e) {
            failure = e;
            execute(() -> pipeline().fireExceptionCaught(e));
        } finally {
            loopOver = true;
            execute(read);
            endHalf();
        }
    }

    /** Is done once all frames of the link were passed on, or it failed, or the channel closed. */
    CompletableFuture<Void> exhausted() {
        return exhausted;
    }

    /** The loop ends and the channel is closed, in any order: who is second clears away. */
    private synchronized void endHalf() {
        if (!halfEnded) {
            halfEnded = true;
            return;
        }
        link.close();
        for (ByteBuf unread = arrived.poll(); unread != null; unread = arrived.poll()) {
            unread.release();
        }
    }

    /** What was cut short can't be right, and is left out. */
    private void onFrame(byte[] bytes, int originalBytes, long timestampNs) {
        if (ended || bytes.length < originalBytes) {
            return;
        }
        while (waiting.get() > MOST_WAITING && !ended) {
            LockSupport.parkNanos(PAUSE_NS);
        }
        int length = STAMP + bytes.length;
        ByteBuf data = PooledByteBufAllocator.DEFAULT.directBuffer(length, length);
        data.writeLong(timestampNs).writeBytes(bytes);
        arrived.add(data);
        waiting.addAndGet(FRAME_COST + length);
        if (!scheduled.getAndSet(true)) {
            execute(read);
        }
    }

    private void execute(Runnable task) {
        try {
            eventLoop().execute(task);
        } catch (RejectedExecutionException _) {
            // closed: nobody reads any more
        }
    }

    private void readFrames() {
        scheduled.set(false);
        for (int i = 0; i < clock.framesPerTurn() && isOpen(); i++) {
            ByteBuf data = arrived.poll();
            if (data == null) {
                break;
            }
            waiting.addAndGet(-FRAME_COST - data.readableBytes());
            pass(data);
        }
        pipeline().fireChannelReadComplete();
        if (isOpen() && !arrived.isEmpty() && !scheduled.getAndSet(true)) {
            // not execute(): tasks that follow each other shut out timers
            var _ = eventLoop().schedule(read, 0, TimeUnit.NANOSECONDS);
        }
        if (loopOver && arrived.isEmpty()) {
            if (failure == null) {
                exhausted.complete(null);
            } else {
                exhausted.completeExceptionally(failure);
            }
        }
    }

    private void pass(ByteBuf data) {
        try {
            long nowNs = clock.arrivalNs(data.getLong(0));
            int length = data.readableBytes() - STAMP;
            frame.begin(data, STAMP, length, 0, InboundFrame.UNTAGGED, nowNs);
            pipeline().fireChannelRead(frame);
        } finally {
            data.release();
        }
    }

    /** Returns the bytes that wait to be passed on. */
    long backlog() {
        return waiting.get();
    }

    @Override
    protected void begin(LinkFrames toSend) {
        frames = toSend;
        next = 0;
    }

    @Override
    protected boolean send() throws IOException {
        for (; next < frames.count(); next++) {
            int header = frames.headerLength(next);
            int payload = frames.payloadLength(next);
            copy(frames.headerAddress(next), header, 0);
            copy(frames.payloadAddress(next), payload, header);
            link.send(outgoing, header + payload);
        }
        return true;
    }

    @SuppressWarnings("restricted") // the addresses are those of LinkFrames
    private void copy(long address, int bytes, int to) {
        MemorySegment from = MemorySegment.ofAddress(address).reinterpret(bytes);
        MemorySegment.copy(
                from, ValueLayout.JAVA_BYTE, 0, outgoingBytes, ValueLayout.JAVA_BYTE, to, bytes);
    }

    @Override
    public ChannelConfig config() {
        return config;
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return true;
    }

    @Override
    protected void doRegister(ChannelPromise promise) {
        activate();
        promise.setSuccess();
    }

    /** Begins to read: to be called once the pipeline is complete. */
    void startReading() {
        started = true;
        reader.start();
    }

    @Override
    protected void doBeginRead() {
        // the thread reads by itself
    }

    @Override
    protected void release() {
        ended = true;
        exhausted.complete(null);
        if (started) {
            link.breakLoop();
        } else {
            endHalf();
        }
        endHalf();
    }
}
