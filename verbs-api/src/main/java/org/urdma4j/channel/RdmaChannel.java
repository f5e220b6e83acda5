package org.urdma4j.channel;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Incubating;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmId;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.InterruptibleChannel;
import java.nio.channels.ScatteringByteChannel;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

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
 * arrived before can be read first. A peer that vanishes is noticed within 45 s, whether something
 * is sent to it or not, unless the context's keepalive is another.
 *
 * <p>A channel that is forgotten without being closed keeps its connection; the log is told of it,
 * at WARNING, with the stack that opened it.
 */
public final class RdmaChannel
        implements ByteChannel, GatheringByteChannel, ScatteringByteChannel, InterruptibleChannel {
    private final ChannelOptions options;
    private final Link link;
    private final Flow flow;
    private final ChannelState state;
    private final ChannelReader reader;
    private final ChannelWriter writer;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;

    /**
     * @param link is connected
     * @param unclosed by whoever asked for the channel
     */
    RdmaChannel(ChannelOptions options, Link link, Unclosed unclosed) {
        state = new ChannelState(unclosed);
        this.options = options;
        this.link = link;
        flow = link.flow();
        reader = new ChannelReader(link, state, this::interrupted);
        writer = new ChannelWriter(link, state, this::interrupted);
        local = link.id().localAddr();
        remote = link.id().peerAddr();
        unclosed.watch(this);
    }

    /** Connects with the default options. */
    public static RdmaChannel connect(Context context, InetSocketAddress peer) throws IOException {
        return connect(context, peer, ChannelOptions.DEFAULT);
    }

    /**
     * Connects to a {@link RdmaServerChannel}, and waits until it is done. The channel has two
     * threads of its own, daemons, which end with it; those of an {@link RdmaChannelGroup} share
     * two.
     *
     * @throws ConnectException if nobody listens there, or who does has no channels, or doesn't
     *     answer in time, or the device is closed; what was found is among the causes, for the
     *     latter a {@link VerbsException} with ENODEV
     * @throws ClosedByInterruptException if the thread is interrupted
     */
    public static RdmaChannel connect(
            Context context, InetSocketAddress peer, ChannelOptions options) throws IOException {
        Objects.requireNonNull(peer, "peer");
        return connect(context, () -> ChannelGroup.open(context, options), peer, options);
    }

    /** Connects with the threads of a group, which the channel releases. */
    static RdmaChannel connect(
            Context context,
            Supplier<ChannelGroup> group,
            InetSocketAddress peer,
            ChannelOptions options)
            throws IOException {
        try {
            return connect(group.get(), peer, options);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException | VerbsException e) {
            throw refusal(e);
        } catch (IllegalStateException e) {
            if (isOpen(context)) {
                throw e;
            }
            throw refusal(new VerbsException(Errno.ENODEV, "the device is closed", e));
        }
    }

    private static IOException refusal(Exception cause) {
        return (IOException) new ConnectException(cause.getMessage()).initCause(cause);
    }

    /**
     * Connects without waiting.
     *
     * @param group which the channel releases
     * @param source null for any
     */
    static CompletableFuture<RdmaChannel> connectAsync(
            ChannelGroup group,
            InetSocketAddress source,
            InetSocketAddress peer,
            ChannelOptions options) {
        CompletableFuture<RdmaChannel> future = new CompletableFuture<>();
        Link link = new Link(options, group, null);
        Unclosed unclosed = new Unclosed(peer);
        try {
            group.group().connect(link, source, peer);
        } catch (VerbsException | IllegalStateException e) {
            giveUp(link);
            future.completeExceptionally(refusal(e));
            return future;
        }
        CompletableFuture<RdmaChannel> _ =
                future.whenComplete((_, _) -> {
                    if (future.isCancelled()) {
                        giveUp(link);
                    }
                });
        link.flow().onConnected(() -> conclude(future, link, options, unclosed));
        link.flow().tell(); // it may have been too fast
        return future;
    }

    private static void conclude(
            CompletableFuture<RdmaChannel> future,
            Link link,
            ChannelOptions options,
            Unclosed unclosed) {
        link.flow().onConnected(null);
        try {
            link.flow().checkConnected();
        } catch (IOException e) {
            giveUp(link);
            future.completeExceptionally(refusal(e));
            return;
        }
        // whoever cancels it closes the link
        if (!future.complete(new RdmaChannel(options, link, unclosed))) {
            unclosed.close();
        }
    }

    private static void giveUp(Link link) {
        closeLink(link);
        link.discard();
    }

    private static RdmaChannel connect(
            ChannelGroup group, InetSocketAddress peer, ChannelOptions options) throws IOException {
        Link link = new Link(options, group, null);
        try {
            group.group().connect(link, peer);
            link.flow().awaitConnected(new PatienceClock(options.patience()));
            return new RdmaChannel(options, link, new Unclosed(peer));
        } catch (IOException | RuntimeException e) {
            giveUp(link);
            throw e;
        }
    }

    private static boolean isOpen(Context context) {
        try {
            context.queryGidTable();
            return true;
        } catch (IllegalStateException _) {
            return false;
        }
    }

    /** Returns where the peer is. */
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    /** Returns the UDP port of the peer's device, 0 for the usual one, as {@link CmId} has it. */
    public int remoteUdpPort() {
        return link.id().peerUdpPort();
    }

    /** Returns where this end is. */
    public InetSocketAddress localAddress() {
        return local;
    }

    /** Sets whether calls wait; they do unless set. Those that wait already go on. */
    public RdmaChannel configureBlocking(boolean block) {
        state.blocking(block);
        return this;
    }

    /** Returns whether calls wait. */
    public boolean isBlocking() {
        return state.isBlocking();
    }

    /**
     * Sets what is called once when there is something to read, the end or a failure among it,
     * after {@link #read} or {@link #peek} have found nothing without waiting. A thread of the
     * channel calls, so the callback must not wait; it may read, write and close. What it throws
     * ends this connection, which later calls tell, and goes to the uncaught-exception handler of
     * the thread.
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

    /**
     * Sets what is called once when the connection has ended, at once if it has: the peer was
     * closed or reset, or has vanished. So one who neither reads nor writes for long learns of it;
     * not after {@link #close} or {@link #abort} here. Called as {@link #onReadable} is.
     *
     * @param callback null for nothing
     */
    public void onDisconnected(Runnable callback) {
        flow.onDisconnected(callback);
    }

    /**
     * Leaves it to the program to call {@link #progress}, in a thread of its own such as that of an
     * event loop, so that what arrives doesn't have to pass through a thread of the channel. For
     * channels that aren't blocking. What that thread had begun with it still does.
     *
     * @param waker called when there is something to do; a thread of the device calls, so it must
     *     do no more than wake up the program's thread. Null: a thread of the channel does it again
     */
    @Incubating
    public void onProgress(Runnable waker) {
        link.waker(waker);
    }

    /**
     * Does the turn of a program that has asked for it by {@link #onProgress}: takes note of what
     * has arrived and of what was sent, and runs {@link #onReadable} and {@link #onWritable} for it
     * in this thread. Doesn't wait. To be called, besides, after something was read or written or
     * the output was shut down.
     *
     * @return whether it left something for the next turn, of which nobody is told: call it again
     */
    @Incubating
    public boolean progress() {
        return link.progress();
    }

    @Override
    public int read(ByteBuffer dst) throws IOException {
        return reader.read(dst);
    }

    @Override
    public long read(ByteBuffer[] dsts) throws IOException {
        return reader.read(dsts, 0, dsts.length);
    }

    @Override
    public long read(ByteBuffer[] dsts, int offset, int length) throws IOException {
        return reader.read(dsts, offset, length);
    }

    /** Reads as {@link #read(ByteBuffer)} does. */
    public int read(byte[] dst, int offset, int length) throws IOException {
        return reader.read(dst, offset, length);
    }

    /**
     * Returns what can be read where it stands in registered memory, so that nothing is copied: the
     * part of it up to the end of the ring. Reading from the buffer takes nothing out; {@link
     * #advance} does. The buffer is the same each time, and read-only. What it shows stays, even if
     * the channel is closed, until {@link #advance} is called.
     *
     * @return null at the end of the stream; without bytes if there are none and the channel isn't
     *     blocking
     */
    public ByteBuffer peek() throws IOException {
        return reader.peek();
    }

    /**
     * Takes out what {@link #peek} has shown; the peer may write there again.
     *
     * @throws IllegalArgumentException if {@code length} is negative or more than has arrived
     */
    public void advance(int length) throws IOException {
        reader.advance(length);
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
        return writer.write(src);
    }

    @Override
    public long write(ByteBuffer[] srcs) throws IOException {
        return writer.write(srcs, 0, srcs.length);
    }

    /**
     * Writes several buffers as if they were one, so that small ones go out together; all of them
     * are copied.
     */
    @Override
    public long write(ByteBuffer[] srcs, int offset, int length) throws IOException {
        return writer.write(srcs, offset, length);
    }

    /** Writes as {@link #write(ByteBuffer)} does. */
    public int write(byte[] src, int offset, int length) throws IOException {
        return writer.write(src, offset, length);
    }

    /**
     * Writes registered memory from where it is, or what the peer has room for if the channel isn't
     * blocking. The memory may be changed when {@link #acknowledged} is no less than {@link
     * #written} was after this call; {@link #flush} waits for that.
     *
     * @param region of this channel's {@link #allocate}; with another one the connection ends, and
     *     a later call says so
     * @return how many bytes were taken
     * @throws IndexOutOfBoundsException if the range is not inside the region
     */
    public long write(MemoryRegion region, long offset, long length) throws IOException {
        return writer.write(region, offset, length);
    }

    /**
     * Returns new registered memory, to be written without a copy; it lives as the channel does.
     */
    public MemoryRegion allocate(long bytes) {
        return writer.allocate(bytes);
    }

    /** Returns how many bytes were written since the beginning. */
    public long written() {
        return flow.written();
    }

    /**
     * Returns how many of the {@link #written} bytes have arrived in the peer's memory, which is
     * what progress may be shown of; nobody is told that it has grown.
     */
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
        writer.flush();
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
        state.checkBlocking();
    }

    @Override
    public boolean isOpen() {
        return state.isOpen();
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
        state.end();
        if (!flow.close()) {
            return;
        }
        if (!flow.finished() && (!state.isBlocking() || link.inCallback())) {
            link.atEnd(() -> reader.unlessReading(link::discard));
            return; // the link closes when it is
        }
        flow.awaitEnd(new PatienceClock(options.patience()));
        long lost = flow.missing();
        closeLink();
        if (lost > 0) {
            throw new IOException(lost + " bytes that were written have not arrived");
        }
    }

    /**
     * Ends both streams at once, as a TCP connection is reset: what was written and hasn't arrived
     * is lost, and the peer gets an {@link IOException} in place of the end of the stream, unless
     * {@link #shutdownOutput} has told it of that. Doesn't wait; calls that do get an {@link
     * java.nio.channels.AsynchronousCloseException}. Again it does nothing.
     */
    public void abort() {
        state.end();
        flow.abort();
        closeLink();
    }

    /** What was written and is on its way may arrive yet. */
    private void interrupted() {
        state.end();
        flow.close();
        closeLink();
    }

    private void closeLink() {
        closeLink(link);
        reader.unlessReading(link::discard);
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
