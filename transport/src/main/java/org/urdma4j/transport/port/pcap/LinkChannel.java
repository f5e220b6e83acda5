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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

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

    private static final int FRAMES_PER_TURN = 64;
    private static final int LONGEST = 128 << 10;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final ChannelConfig config = new DefaultChannelConfig(this);
    private final FrameLink link;
    private final LongSupplier clock;
    private final Thread reader;
    private final Queue<ByteBuf> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Runnable read = this::readFrames;
    private final InboundFrame frame = new InboundFrame();
    private final byte[] outgoing = new byte[LONGEST];
    private final MemorySegment outgoingBytes = MemorySegment.ofArray(outgoing);
    private volatile boolean ended;
    private boolean started;
    private boolean halfEnded;
    private LinkFrames frames;
    private int next;

    /**
     * Creates a channel, which closes the link.
     *
     * @param name of the thread that reads
     */
    LinkChannel(FrameLink link, String name, LongSupplier clock) {
        this.link = link;
        this.clock = clock;
        this.reader = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    private void run() {
        try {
            link.loop((bytes, originalBytes, timestampNs) -> onFrame(bytes, originalBytes));
        } catch (IOException e) {
            execute(() -> pipeline().fireExceptionCaught(e));
        } finally {
            endHalf();
        }
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
    private void onFrame(byte[] bytes, int originalBytes) {
        if (ended || bytes.length < originalBytes) {
            return;
        }
        while (waiting.get() > MOST_WAITING && !ended) {
            LockSupport.parkNanos(PAUSE_NS);
        }
        ByteBuf data = PooledByteBufAllocator.DEFAULT.directBuffer(bytes.length, bytes.length);
        data.writeBytes(bytes);
        arrived.add(data);
        waiting.addAndGet(FRAME_COST + bytes.length);
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
        long nowNs = clock.getAsLong();
        for (int i = 0; i < FRAMES_PER_TURN && isOpen(); i++) {
            ByteBuf data = arrived.poll();
            if (data == null) {
                break;
            }
            waiting.addAndGet(-FRAME_COST - data.readableBytes());
            pass(data, nowNs);
        }
        pipeline().fireChannelReadComplete();
        if (isOpen() && !arrived.isEmpty() && !scheduled.getAndSet(true)) {
            // not execute(): tasks that follow each other shut out timers
            var _ = eventLoop().schedule(read, 0, TimeUnit.NANOSECONDS);
        }
    }

    private void pass(ByteBuf data, long nowNs) {
        try {
            frame.begin(data, 0, data.readableBytes(), 0, InboundFrame.UNTAGGED, nowNs);
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
        if (started) {
            link.breakLoop();
        } else {
            endHalf();
        }
        endHalf();
    }
}
