package org.urdma4j.netty;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.FileRegion;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.util.concurrent.Future;
import io.netty.util.internal.StringUtil;

import org.urdma4j.channel.RdmaChannel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A {@link SocketChannel} over an {@link RdmaChannel}, for event loops of an {@link
 * UrdmaIoHandler}. It takes any {@link ByteBuf} and {@link FileRegion}, and copies them in the
 * event loop into the ring from which is sent; what is read is copied from the other ring into a
 * buffer of the channel's allocator.
 *
 * <p>Options: {@code SO_RCVBUF} and {@code SO_SNDBUF}, the most bytes of its rings, a power of two
 * from 64 KiB to 1 GiB to which others are rounded up, until it is connected; {@code SO_LINGER}, 0
 * for {@link RdmaChannel#abort}, otherwise after how many seconds a closed channel drops what
 * hasn't arrived; {@code ALLOW_HALF_CLOSURE} and those of all channels. {@code TCP_NODELAY}, {@code
 * SO_KEEPALIVE} and {@code SO_REUSEADDR} are always on. For what can't be set {@code setOption}
 * returns false, of which bootstraps write a line, and setters throw.
 */
public final class UrdmaSocketChannel extends AbstractUrdmaChannel implements SocketChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);

    /** Buffers, and bytes, that are given to the ring in one call. */
    private static final int MOST_BUFFERS = 1024;

    private static final int MOST_BYTES = 1 << 24;

    private final UrdmaSocketChannelConfig config = new UrdmaSocketChannelConfig(this);
    private volatile boolean open = true;
    private volatile boolean inputShutdown;
    private volatile boolean outputShutdown;

    /** Null until it is connected. */
    private volatile RdmaChannel stream;

    /** Where it is to be, null for anywhere. */
    private volatile InetSocketAddress bound;

    /** Null unless it connects. */
    private volatile CompletableFuture<RdmaChannel> connecting;

    // Of the event loop:

    private ChannelPromise connectPromise;
    private Future<?> connectTimeout;
    private InetSocketAddress requested;

    /** {@link RdmaChannel#onReadable} is going to tell. */
    private boolean waitsForBytes;

    /** {@link RdmaChannel#onWritable} is going to tell. */
    private boolean waitsForRoom;

    /** It was told that nothing more is read. */
    private boolean toldOfEnd;

    /** Creates one that isn't connected. */
    public UrdmaSocketChannel() {
        super(null);
    }

    UrdmaSocketChannel(UrdmaServerSocketChannel parent, RdmaChannel accepted) {
        super(parent);
        base(parent.base());
        use(accepted);
    }

    private void use(RdmaChannel connected) {
        connected.configureBlocking(false);
        connected.onReadable(() -> ready(UrdmaIoEvent.READ));
        connected.onWritable(() -> ready(UrdmaIoEvent.WRITE));
        stream = connected;
    }

    /** The event loop itself brings what has arrived. */
    @Override
    void joined() {
        RdmaChannel mine = stream;
        if (mine != null) {
            mine.onProgress(() -> ready(UrdmaIoEvent.PROGRESS));
        }
    }

    @Override
    void leaving() {
        RdmaChannel mine = stream;
        if (mine != null) {
            mine.onProgress(null);
        }
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new SocketUnsafe();
    }

    @Override
    public SocketChannelConfig config() {
        return config;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    public ServerSocketChannel parent() {
        return (ServerSocketChannel) super.parent();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean isActive() {
        return open && stream != null;
    }

    /** Whether its rings are made. */
    boolean isConnected() {
        return stream != null || connecting != null;
    }

    @Override
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) super.localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return (InetSocketAddress) super.remoteAddress();
    }

    @Override
    protected SocketAddress localAddress0() {
        RdmaChannel mine = stream;
        return mine == null ? bound : mine.localAddress();
    }

    @Override
    protected SocketAddress remoteAddress0() {
        RdmaChannel mine = stream;
        return mine == null ? null : mine.remoteAddress();
    }

    /** The port is taken when it connects. */
    @Override
    protected void doBind(SocketAddress address) {
        bound = inet(address);
    }

    @Override
    protected void doDisconnect() {
        doClose();
    }

    @Override
    protected void doClose() {
        open = false;
        endConnecting(new ClosedChannelException());
        RdmaChannel mine = stream;
        if (mine == null) {
            return;
        }
        leaving(); // the rest is none of the event loop's
        int linger = config.getSoLinger();
        if (linger == 0) {
            mine.abort();
        } else if (linger > 0) {
            Farewell.within(mine, Duration.ofSeconds(linger));
        } else {
            Farewell.say(mine, base().patience());
        }
    }

    /** Ends the attempt, if there is one. In the event loop. */
    private void endConnecting(Throwable cause) {
        CompletableFuture<RdmaChannel> attempt = connecting;
        connecting = null;
        if (attempt != null && !attempt.cancel(false) && !attempt.isCompletedExceptionally()) {
            attempt.join().abort(); // it has come too late to be taken
        }
        cancelTimeout();
        ChannelPromise promise = connectPromise;
        connectPromise = null;
        if (promise != null) {
            promise.tryFailure(cause);
        }
    }

    private void cancelTimeout() {
        if (connectTimeout != null) {
            connectTimeout.cancel(false);
            connectTimeout = null;
        }
    }

    @Override
    void handle(UrdmaIoEvent event) {
        RdmaChannel mine = stream;
        if (event.isReady(UrdmaIoEvent.PROGRESS) && mine != null && mine.progress()) {
            ready(UrdmaIoEvent.PROGRESS); // others have their turn first
        }
        if (event.isReady(UrdmaIoEvent.CONNECT)) {
            socketUnsafe().finishConnect();
        }
        if (event.isReady(UrdmaIoEvent.WRITE)) {
            waitsForRoom = false;
            socketUnsafe().flush0();
        }
        if (event.isReady(UrdmaIoEvent.READ)) {
            waitsForBytes = false;
            socketUnsafe().read();
        }
    }

    private SocketUnsafe socketUnsafe() {
        return (SocketUnsafe) unsafe();
    }

    @Override
    protected void doBeginRead() {
        if (waitsForBytes) {
            setReadPending();
        } else {
            super.doBeginRead();
        }
    }

    /**
     * Returns whether to read now: bytes, if anybody wants them, or an end or a failure, which is
     * told without being asked for. If there is nothing then {@link #handle} is called when there
     * is.
     */
    private boolean worthReading() {
        try {
            ByteBuffer seen = stream.peek();
            if (seen == null) {
                return true;
            } else if (seen.hasRemaining()) {
                stream.advance(0); // nobody looks at it any more
                return readPending() || config.isAutoRead();
            }
            waitsForBytes = true;
            return false;
        } catch (IOException _) {
            return true; // it is thrown again
        }
    }

    @Override
    protected Object filterOutboundMessage(Object message) {
        if (message instanceof ByteBuf || message instanceof FileRegion) {
            return message;
        }
        throw new UnsupportedOperationException(
                "%s can't be written, only %s and %s"
                        .formatted(
                                StringUtil.simpleClassName(message),
                                StringUtil.simpleClassName(ByteBuf.class),
                                StringUtil.simpleClassName(FileRegion.class)));
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer out) throws IOException {
        ready(UrdmaIoEvent.PROGRESS);
        for (int turns = config.getWriteSpinCount(); turns > 0; turns--) {
            ByteBuffer[] buffers = out.nioBuffers(MOST_BUFFERS, MOST_BYTES);
            int count = out.nioBufferCount();
            boolean room;
            if (count > 0) {
                long written = stream.write(buffers, 0, count);
                room = written == out.nioBufferSize();
                out.removeBytes(written);
            } else if (out.current() instanceof FileRegion region) {
                room = write(region, out);
            } else {
                room = true;
                out.removeBytes(0); // empty buffers
            }
            if (out.isEmpty()) {
                return;
            } else if (!room) {
                waitsForRoom = true;
                return;
            }
        }
        ready(UrdmaIoEvent.WRITE); // others have their turn first
    }

    /** Returns whether there may be room for more. */
    private boolean write(FileRegion region, ChannelOutboundBuffer out) throws IOException {
        boolean room = true;
        if (region.transferred() < region.count()) {
            long written = region.transferTo(stream, region.transferred());
            out.progress(written);
            room = written > 0;
        }
        if (region.transferred() >= region.count()) {
            out.remove();
        }
        return room;
    }

    @Override
    protected void doShutdownOutput() throws IOException {
        checkConnected().shutdownOutput();
        outputShutdown = true;
        ready(UrdmaIoEvent.PROGRESS);
    }

    private RdmaChannel checkConnected() throws ClosedChannelException {
        RdmaChannel mine = stream;
        if (!open) {
            throw new ClosedChannelException();
        } else if (mine == null) {
            throw new NotYetConnectedException();
        }
        return mine;
    }

    @Override
    public boolean isInputShutdown() {
        return inputShutdown || !isActive();
    }

    @Override
    public boolean isOutputShutdown() {
        return outputShutdown || !isActive();
    }

    @Override
    public boolean isShutdown() {
        return (inputShutdown && outputShutdown) || !isActive();
    }

    @Override
    public ChannelFuture shutdownInput() {
        return shutdownInput(newPromise());
    }

    /** What arrives afterwards isn't read, so that the peer can't write for ever. */
    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
        return inLoop(promise, this::shutdownInputNow);
    }

    @Override
    public ChannelFuture shutdownOutput() {
        return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
        return inLoop(promise, this::shutdownOutputNow);
    }

    @Override
    public ChannelFuture shutdown() {
        return shutdown(newPromise());
    }

    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
        return inLoop(promise, this::shutdownNow);
    }

    private ChannelFuture inLoop(ChannelPromise promise, Consumer<ChannelPromise> task) {
        if (eventLoop().inEventLoop()) {
            task.accept(promise);
        } else {
            eventLoop().execute(() -> task.accept(promise));
        }
        return promise;
    }

    private void shutdownOutputNow(ChannelPromise promise) {
        socketUnsafe().shutdownOutput(promise);
    }

    private void shutdownInputNow(ChannelPromise promise) {
        try {
            checkConnected();
            inputShutdown = true;
            ready(UrdmaIoEvent.READ);
            promise.setSuccess();
        } catch (ClosedChannelException | NotYetConnectedException e) {
            promise.setFailure(e);
        }
    }

    private void shutdownNow(ChannelPromise promise) {
        ChannelPromise output = newPromise();
        shutdownOutputNow(output);
        ChannelPromise input = newPromise();
        shutdownInputNow(input);
        Throwable cause = output.isSuccess() ? input.cause() : output.cause();
        if (cause == null) {
            promise.setSuccess();
        } else {
            promise.setFailure(cause);
        }
    }

    private final class SocketUnsafe extends UrdmaUnsafe {
        @Override
        public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            // It may be cancelled while it connects.
            if (promise.isDone() || !ensureOpen(promise)) {
                return;
            }
            try {
                beginConnect(remote, local);
            } catch (AlreadyConnectedException | ConnectionPendingException e) {
                promise.tryFailure(e);
                return;
            } catch (RuntimeException e) {
                promise.tryFailure(e);
                closeIfClosed();
                return;
            }
            connectPromise = promise;
            promise.addListener(done -> {
                if (done.isCancelled()) {
                    close(voidPromise());
                }
            });
            int millis = config.getConnectTimeoutMillis();
            if (millis > 0) {
                connectTimeout =
                        eventLoop().schedule(() -> timedOut(promise, millis), millis, MILLISECONDS);
            }
            CompletableFuture<RdmaChannel> _ =
                    connecting.whenComplete((_, _) -> ready(UrdmaIoEvent.CONNECT));
        }

        private void beginConnect(SocketAddress remote, SocketAddress local) {
            if (connecting != null) {
                throw new ConnectionPendingException();
            } else if (stream != null) {
                throw new AlreadyConnectedException();
            }
            requested = inet(remote);
            if (local != null) {
                bound = inet(local);
            }
            connecting = handler().connect(bound, requested, config.options(base()));
        }

        private void timedOut(ChannelPromise promise, int millis) {
            String what = "connection timed out after %d ms: %s".formatted(millis, requested);
            if (promise.equals(connectPromise)
                    && promise.tryFailure(new ConnectTimeoutException(what))) {
                close(voidPromise());
            }
        }

        private void finishConnect() {
            CompletableFuture<RdmaChannel> attempt = connecting;
            if (attempt == null) {
                return; // it was given up
            }
            cancelTimeout();
            ChannelPromise promise = connectPromise;
            connecting = null;
            connectPromise = null;
            if (attempt.isCompletedExceptionally()) {
                promise.tryFailure(annotateConnectException(attempt.exceptionNow(), requested));
                close(voidPromise());
                return;
            }
            use(attempt.join());
            joined();
            ready(UrdmaIoEvent.READ); // it may have been told to before
            boolean wanted = promise.trySuccess();
            pipeline().fireChannelActive();
            if (!wanted) {
                close(voidPromise());
            }
        }

        @Override
        protected void flush0() {
            if (!waitsForRoom) { // otherwise it is done when there is some
                super.flush0();
            }
        }

        private void read() {
            if (!isActive()) {
                return;
            } else if (inputShutdown) { // by the program
                tellOfEnd();
            } else if (worthReading()) {
                readAll();
                ready(UrdmaIoEvent.PROGRESS);
                if (isActive() && !inputShutdown && worthReading()) {
                    ready(UrdmaIoEvent.READ); // others have their turn first
                }
            }
        }

        @SuppressWarnings("deprecation") // Netty has no other handle
        private void readAll() {
            RecvByteBufAllocator.Handle handle = recvBufAllocHandle();
            handle.reset(config);
            boolean ended = false;
            ByteBuf buffer = null;
            try {
                do {
                    buffer = handle.allocate(config.getAllocator());
                    handle.attemptedBytesRead(buffer.writableBytes());
                    handle.lastBytesRead(buffer.writeBytes(stream, buffer.writableBytes()));
                    if (handle.lastBytesRead() <= 0) {
                        ended = handle.lastBytesRead() < 0;
                        break;
                    }
                    handle.incMessagesRead(1);
                    clearReadPending();
                    ByteBuf message = buffer;
                    buffer = null;
                    pipeline().fireChannelRead(message);
                } while (isActive() && !inputShutdown && handle.continueReading());
                if (ended) {
                    clearReadPending();
                }
                handle.readComplete();
                pipeline().fireChannelReadComplete();
            } catch (Throwable e) { // of the device, or an allocator
                ended |= e instanceof IOException || e instanceof OutOfMemoryError;
                handle.readComplete();
                pipeline().fireChannelReadComplete();
                pipeline().fireExceptionCaught(e);
            } finally {
                if (buffer != null) {
                    buffer.release();
                }
            }
            if (ended && isActive()) {
                inputEnded();
            }
        }

        private void inputEnded() {
            if (!config.isAllowHalfClosure()) {
                close(voidPromise());
            } else if (!inputShutdown) {
                inputShutdown = true;
                pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
                tellOfEnd();
            }
        }

        private void tellOfEnd() {
            if (!toldOfEnd && config.isAllowHalfClosure()) {
                toldOfEnd = true;
                pipeline().fireUserEventTriggered(ChannelInputShutdownReadComplete.INSTANCE);
            }
        }
    }
}
