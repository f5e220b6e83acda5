package org.urdma4j.measure.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.unix.Errors;
import io.netty.util.concurrent.DefaultThreadFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The streams of one end of a run, on one event loop. {@link TcpListener} and {@link TcpDialer}
 * open them. For any thread.
 */
abstract class TcpEnd implements AutoCloseable {
    private static final long CLOSE_TIMEOUT_MS = 2_000;
    private static final long GRACE_MS = 1_000;

    private final TcpSettings settings;
    private final MultiThreadIoEventLoopGroup group;
    private final ChannelGroup channels;
    private final Content content;
    private final int expected;
    private final List<TcpStream> streams = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final AtomicReference<String> failure = new AtomicReference<>("");
    private volatile boolean over;
    private boolean closed;

    TcpEnd(String name, TcpSettings settings, int expected) throws IOException {
        if (!Epoll.isAvailable()) {
            throw new IOException(
                    "TCP streams need Linux: " + Epoll.unavailabilityCause().getMessage());
        }
        this.settings = settings;
        this.expected = expected;
        this.group =
                new MultiThreadIoEventLoopGroup(
                        1, new DefaultThreadFactory(name, true), EpollIoHandler.newFactory());
        this.channels = new DefaultChannelGroup(group.next(), true);
        this.content = new Content(settings.writeBytes(), settings.seed());
    }

    final TcpSettings settings() {
        return settings;
    }

    final MultiThreadIoEventLoopGroup group() {
        return group;
    }

    /** Has a channel closed with this end: at once if that is closed. */
    final void own(Channel channel) {
        channels.add(channel);
    }

    /**
     * Takes a connected channel into the run; on its event loop.
     *
     * @param preamble bytes that this end sent first
     */
    final void adopt(Channel channel, boolean sends, int preamble) throws IOException {
        InetSocketAddress local = (InetSocketAddress) channel.localAddress();
        boolean ipv6 = local.getAddress().getAddress().length > 4;
        SocketSetup.connected(channel, settings, ipv6);
        TcpStream stream;
        if (sends) {
            Pump pump = new Pump(content);
            stream = TcpStream.sending(channel, preamble, pump);
            channel.pipeline().addLast(pump);
        } else {
            Drain drain = new Drain(settings.verify() ? content : null, settings.bytes());
            stream = TcpStream.receiving(channel, drain);
            channel.pipeline().addLast(drain);
        }
        channel.pipeline().addLast(new EndWatch());
        streams.add(stream);
        if (streams.size() == expected) {
            opened.complete(null);
        }
    }

    /** Waits until every stream stands. */
    final void awaitStreams(long timeoutMs, String peer) throws IOException, InterruptedException {
        try {
            opened.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause
                    ? new IOException(cause.getMessage(), cause)
                    : new IOException(e.getCause().toString(), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException(
                    "%d of %d TCP streams with %s opened within %d ms"
                            .formatted(streams.size(), expected, peer, timeoutMs),
                    e);
        }
    }

    final void failOpening(Throwable cause) {
        opened.completeExceptionally(cause);
    }

    final List<TcpStream> streams() {
        return streams;
    }

    /**
     * Begins to send on every stream of which this end is the sender.
     *
     * @param bytes to send on each; {@link Long#MAX_VALUE} to send until {@link #stop}
     */
    final void start(long bytes) {
        streams.forEach(stream -> stream.start(bytes));
    }

    /**
     * Stops sending; what the sockets hold still goes out unless the end is closed. How a stream
     * ends is no failure any more: the other end may be closed first.
     */
    final void stop() {
        over = true;
        streams.forEach(TcpStream::stop);
    }

    /** Returns why a stream ended although it was not closed here; empty if none did. */
    final String failure() {
        return failure.get();
    }

    /** Resets the connections. Not for several threads at a time. */
    @Override
    public void close() {
        over = true;
        if (closed) {
            return;
        }
        closed = true;
        // An event loop that ends without a quiet period may leave open what came to it last.
        channels.close().awaitUninterruptibly(CLOSE_TIMEOUT_MS);
        group.shutdownGracefully(0, CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSE_TIMEOUT_MS);
        if (group.isTerminated()) {
            content.release();
        }
    }

    /**
     * Notes how a stream ends. That the other end has closed it may be the end of the run, of which
     * the control connection tells a moment later; so that is a failure only if it goes on.
     */
    private final class EndWatch extends ChannelInboundHandlerAdapter {
        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            noteLater(ctx, "the other end closed a TCP stream");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            String what = "a TCP stream broke: " + cause.getMessage();
            if (cause instanceof Errors.NativeIoException) {
                noteLater(ctx, what);
            } else {
                note(what);
            }
            var _ = ctx.close();
        }

        private void noteLater(ChannelHandlerContext ctx, String what) {
            var _ = ctx.executor().schedule(() -> note(what), GRACE_MS, TimeUnit.MILLISECONDS);
        }

        private void note(String what) {
            if (!over) {
                failure.compareAndSet("", what);
            }
        }
    }
}
