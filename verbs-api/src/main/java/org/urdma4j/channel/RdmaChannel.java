package org.urdma4j.channel;

import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.InterruptibleChannel;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A stream of bytes in both directions over an RDMA connection, as a TCP socket's channel is one,
 * with backpressure: who writes waits when the peer doesn't read. Made by {@link #connect} and
 * {@link RdmaServerChannel#accept}.
 *
 * <p>Any thread may call. One at a time reads and one at a time writes, others wait for it; what
 * one call writes isn't mixed with what others write. A thread that is interrupted in a call that
 * waits closes the channel, and a channel that is closed ends the calls that wait, both as {@link
 * InterruptibleChannel} says.
 *
 * <p>A new channel is blocking. One that isn't reads and writes what it can at once; {@link
 * #onReadable} and {@link #onWritable} say what is called when there is more. In either mode
 * nothing is allocated for a call.
 *
 * <p>Calls throw an {@link IOException} that says why when the connection has ended. What had
 * arrived before can be read first. A peer that vanishes is noticed when something is sent to it.
 */
public final class RdmaChannel implements ByteChannel, InterruptibleChannel {
    /** Bytes that are copied at a time, so that they are on their way while others are copied. */
    private static final int CHUNK = 1 << 18;

    private final ChannelOptions options;
    private final Link link;
    private final Flow flow;
    private final Inbound in;
    private final Outbound out;
    private final ByteBuffer view;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private final ReentrantLock reading = new ReentrantLock();
    private final ReentrantLock writing = new ReentrantLock();
    private final List<MemoryRegion> regions = new CopyOnWriteArrayList<>();
    private volatile boolean blocking = true;
    private volatile boolean open = true;

    /**
     * @param link is connected
     */
    RdmaChannel(ChannelOptions options, Link link) {
        this.options = options;
        this.link = link;
        flow = link.flow();
        in = link.inbound();
        out = link.outbound();
        view = in.ring().view();
        local = link.id().localAddr();
        remote = link.id().peerAddr();
    }

    /** Connects with the default options. */
    public static RdmaChannel connect(Context context, InetSocketAddress peer) throws IOException {
        return connect(context, peer, ChannelOptions.DEFAULT);
    }

    /**
     * Connects to a {@link RdmaServerChannel}, and waits until it is done. The channel has two
     * threads of its own, daemons, which end with it.
     *
     * @throws ConnectException if nobody listens there, or who does has no channels, or doesn't
     *     answer in time; what was found is the cause
     * @throws ClosedByInterruptException if the thread is interrupted
     */
    public static RdmaChannel connect(
            Context context, InetSocketAddress peer, ChannelOptions options) throws IOException {
        Objects.requireNonNull(peer, "peer");
        ChannelGroup group = ChannelGroup.open(context, options);
        Link link = new Link(options, group, null);
        try {
            group.group().connect(link, peer);
            link.flow().awaitConnected(new PatienceClock(options.patience()));
            return new RdmaChannel(options, link);
        } catch (ClosedByInterruptException e) {
            closeLink(link);
            throw e;
        } catch (IOException | VerbsException e) {
            link.close();
            throw (IOException) new ConnectException(e.getMessage()).initCause(e);
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /** Returns where the peer is. */
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    /** Returns where this end is. */
    public InetSocketAddress localAddress() {
        return local;
    }

    /** Sets whether calls wait; they do unless set. Those that wait already go on. */
    public RdmaChannel configureBlocking(boolean block) {
        blocking = block;
        return this;
    }

    /** Returns whether calls wait. */
    public boolean isBlocking() {
        return blocking;
    }

    /**
     * Sets what is called once when there is something to read, the end or a failure among it,
     * after {@link #read} or {@link #peek} have found nothing without waiting. A thread of the
     * channel calls, so the callback must not wait; it may read, write and close.
     *
     * @param callback null for nothing
     */
    public void onReadable(Runnable callback) {
        flow.onReadable(callback);
    }

    /**
     * Sets what is called once when there is room, or a failure, after {@code write} has taken less
     * than it was given; otherwise as {@link #onReadable}.
     *
     * @param callback null for nothing
     */
    public void onWritable(Runnable callback) {
        flow.onWritable(callback);
    }

    @Override
    public int read(ByteBuffer dst) throws IOException {
        if (dst.isReadOnly()) {
            throw new IllegalArgumentException("the buffer is read-only");
        }
        reading.lock();
        try {
            int length = Math.min(readable(dst.hasRemaining()), dst.remaining());
            if (length > 0) {
                in.ring().get(in.position(), dst, length);
                flow.free(length);
            }
            return length;
        } finally {
            reading.unlock();
        }
    }

    /** Reads as {@link #read(ByteBuffer)} does. */
    public int read(byte[] dst, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, dst.length);
        reading.lock();
        try {
            int done = Math.min(readable(length > 0), length);
            if (done > 0) {
                in.ring().get(in.position(), dst, offset, done);
                flow.free(done);
            }
            return done;
        } finally {
            reading.unlock();
        }
    }

    /** Returns what can be read, 0 if nothing is wanted. */
    private int readable(boolean any) throws IOException {
        if (!any) {
            checkOpen();
            return 0;
        }
        try {
            return flow.awaitReadable(blocking);
        } catch (ClosedByInterruptException e) {
            abort();
            throw e;
        }
    }

    /**
     * Returns what can be read where it stands in registered memory, so that nothing is copied: the
     * part of it up to the end of the ring. Reading from the buffer takes nothing out; {@link
     * #advance} does. The buffer is the same each time, and read-only.
     *
     * @return null at the end of the stream; without bytes if there are none and the channel isn't
     *     blocking
     */
    public ByteBuffer peek() throws IOException {
        reading.lock();
        try {
            int available = readable(true);
            if (available < 0) {
                return null;
            }
            int at = in.ring().index(in.position());
            return view.clear()
                    .position(at)
                    .limit(at + in.ring().contiguous(in.position(), available));
        } finally {
            reading.unlock();
        }
    }

    /**
     * Takes out what {@link #peek} has shown; the peer may write there again.
     *
     * @throws IllegalArgumentException if {@code length} is negative or more than has arrived
     */
    public void advance(int length) throws IOException {
        reading.lock();
        try {
            checkOpen();
            if (length < 0 || length > flow.available()) {
                throw new IllegalArgumentException(
                        "can't take %d bytes of %d".formatted(length, flow.available()));
            }
            flow.free(length);
        } finally {
            reading.unlock();
        }
    }

    /** Returns how many bytes can be read without waiting. */
    public int available() {
        return flow.available();
    }

    /**
     * Writes all of {@code src}, or what there is room for if the channel isn't blocking. It may be
     * changed afterwards. What is as long as the peer's ring, and lies in memory of {@link
     * #allocate}, is sent from where it is, and waited for.
     *
     * @throws ClosedChannelException also after {@link #shutdownOutput}
     */
    @Override
    public int write(ByteBuffer src) throws IOException {
        Objects.requireNonNull(src, "src");
        writing.lock();
        try {
            int before = src.remaining();
            MemoryRegion region = registered(src);
            if (region != null) {
                writeDirect(region, src);
            }
            int room = 1;
            while (src.hasRemaining() && room > 0) {
                room = flow.awaitRoom(blocking);
                int length = Math.min(Math.min(room, src.remaining()), CHUNK);
                if (length > 0) {
                    out.ring().put(out.position(), src, length);
                    flow.commit(length);
                }
            }
            if (before == 0) {
                flow.checkWritable();
            }
            return before - src.remaining();
        } catch (ClosedByInterruptException e) {
            abort();
            throw e;
        } finally {
            writing.unlock();
        }
    }

    private MemoryRegion registered(ByteBuffer src) {
        if (!blocking || !src.isDirect() || src.remaining() < out.peerBytes()) {
            return null;
        }
        for (MemoryRegion region : regions) {
            if (offset(region, src) >= 0) {
                return region;
            }
        }
        return null;
    }

    /** Returns where in a region the rest of a direct buffer begins, -1 if it isn't in there. */
    private static long offset(MemoryRegion region, ByteBuffer src) {
        long offset = MemorySegment.ofBuffer(src).address() - region.segment().address();
        return offset >= 0 && offset <= region.length() - src.remaining() ? offset : -1;
    }

    private void writeDirect(MemoryRegion region, ByteBuffer src) throws IOException {
        long offset = offset(region, src);
        long length = src.remaining();
        long done = 0;
        while (done < length) {
            done += flow.post(region, offset + done, length - done, true);
        }
        flow.awaitAcknowledged();
        src.position(src.limit());
    }

    /** Writes as {@link #write(ByteBuffer)} does. */
    public int write(byte[] src, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, src.length);
        writing.lock();
        try {
            flow.checkWritable();
            int done = 0;
            int room = 1;
            while (done < length && room > 0) {
                room = flow.awaitRoom(blocking);
                int part = Math.min(Math.min(room, length - done), CHUNK);
                if (part > 0) {
                    out.ring().put(out.position(), src, offset + done, part);
                    flow.commit(part);
                    done += part;
                }
            }
            return done;
        } catch (ClosedByInterruptException e) {
            abort();
            throw e;
        } finally {
            writing.unlock();
        }
    }

    /**
     * Writes registered memory from where it is, or what the peer has room for if the channel isn't
     * blocking. The memory may be changed when {@link #acknowledged} is no less than {@link
     * #written} was after this call; {@link #flush} waits for that.
     *
     * @param region of {@link #allocate}
     * @return how many bytes were taken
     * @throws IndexOutOfBoundsException if the range is not inside the region
     */
    public long write(MemoryRegion region, long offset, long length) throws IOException {
        Objects.checkFromIndexSize(offset, length, region.length());
        writing.lock();
        try {
            flow.checkWritable();
            long done = 0;
            long posted = 1;
            while (done < length && posted > 0) {
                posted = flow.post(region, offset + done, length - done, blocking);
                done += posted;
            }
            return done;
        } catch (ClosedByInterruptException e) {
            abort();
            throw e;
        } finally {
            writing.unlock();
        }
    }

    /**
     * Returns new registered memory, to be written without a copy; it lives as the channel does.
     */
    public MemoryRegion allocate(long bytes) {
        MemoryRegion region = link.allocate(bytes, AccessFlags.LOCAL_WRITE);
        regions.add(region);
        return region;
    }

    /** Returns how many bytes were written since the beginning. */
    public long written() {
        return flow.written();
    }

    /** Returns how many of the {@link #written} bytes have arrived in the peer's memory. */
    public long acknowledged() {
        return flow.acknowledged();
    }

    /**
     * Waits until all that was written has arrived in the peer's memory, whether or not anybody has
     * read it there.
     *
     * @throws IllegalBlockingModeException if the channel isn't blocking
     */
    public void flush() throws IOException {
        checkBlocking();
        writing.lock();
        try {
            flow.awaitAcknowledged();
        } catch (ClosedByInterruptException e) {
            abort();
            throw e;
        } finally {
            writing.unlock();
        }
    }

    /**
     * Ends the stream to the peer, which reads to its end; this end may go on reading. Again it
     * does nothing.
     */
    public void shutdownOutput() throws IOException {
        flow.shutdownOutput();
    }

    /**
     * Returns a stream of what is read; closing it closes the channel.
     *
     * @throws IllegalBlockingModeException from its calls, if the channel isn't blocking then
     */
    public InputStream inputStream() {
        return new ChannelInput(this);
    }

    /**
     * Returns a stream to write to; closing it closes the channel.
     *
     * @throws IllegalBlockingModeException from its calls, if the channel isn't blocking then
     */
    public OutputStream outputStream() {
        return new ChannelOutput(this);
    }

    void checkBlocking() {
        if (!blocking) {
            throw new IllegalBlockingModeException();
        }
    }

    private void checkOpen() throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /**
     * Ends both streams, once what was written has arrived in the peer's memory. A blocking channel
     * waits for that as long as the options say; another one, and a callback, leave it to the
     * channel's threads. Again it does nothing.
     *
     * @throws IOException if something that was written hasn't arrived
     */
    @Override
    public void close() throws IOException {
        open = false;
        if (!flow.close()) {
            return;
        }
        if (!flow.finished() && (!blocking || link.inCallback())) {
            return; // the link closes when it is
        }
        flow.awaitEnd(new PatienceClock(options.patience()));
        long lost = flow.missing();
        closeLink(link);
        if (lost > 0) {
            throw new IOException(lost + " bytes that were written have not arrived");
        }
    }

    private void abort() {
        open = false;
        flow.close();
        closeLink(link);
    }

    /** Closes also in a thread that was interrupted, whatever the provider makes of that. */
    private static void closeLink(Link link) {
        boolean interrupted = Thread.interrupted();
        link.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
