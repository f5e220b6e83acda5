package org.urdma4j.measure.tcp;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;

import org.urdma4j.measure.traffic.Progress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The client's end: opens the streams of a run. */
final class TcpDialer extends TcpEnd {
    private static final int CONNECT_TIMEOUT_MS = 10_000;

    private final long cookie;
    private final InetSocketAddress remote;
    private final InetSocketAddress local; // null for any

    private TcpDialer(
            InetSocketAddress remote,
            InetSocketAddress local,
            TcpSettings settings,
            long cookie,
            int streams)
            throws IOException {
        super("tcp-client", settings, streams);
        this.remote = remote;
        this.local = local;
        this.cookie = cookie;
    }

    /**
     * Opens the streams one after the other.
     *
     * @param local address to connect from; null for the system's choice
     * @param sending streams on which the client sends
     * @param receiving streams on which the server sends
     * @param progress told of every stream
     * @throws IOException if one can't be opened, or the kernel lacks the congestion control
     */
    static TcpDialer open(
            InetSocketAddress remote,
            InetAddress local,
            TcpSettings settings,
            long cookie,
            int sending,
            int receiving,
            Progress progress)
            throws IOException, InterruptedException {
        InetSocketAddress from = local == null ? null : new InetSocketAddress(local, 0);
        TcpDialer end = new TcpDialer(remote, from, settings, cookie, sending + receiving);
        try {
            for (int i = 0; i < sending; i++) {
                end.dial(StreamDirection.TO_SERVER);
                progress.step();
            }
            for (int i = 0; i < receiving; i++) {
                end.dial(StreamDirection.TO_CLIENT);
                progress.step();
            }
            return end;
        } catch (IOException | RuntimeException | InterruptedException e) {
            end.close();
            throw e;
        }
    }

    private void dial(StreamDirection way) throws IOException, InterruptedException {
        ChannelFuture registered = bootstrap().register().await();
        require(registered, "open a socket for");
        Channel channel = registered.channel();
        own(channel);
        SocketSetup.beforeHandshake(channel, settings());
        require(
                local == null ? channel.connect(remote) : channel.connect(remote, local),
                "connect a TCP stream to");
        CompletableFuture<Void> adopted = new CompletableFuture<>();
        channel.eventLoop().execute(() -> begin(channel, way, adopted));
        try {
            adopted.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        }
    }

    /** On the event loop: the preamble goes out before anything else can. */
    private void begin(Channel channel, StreamDirection way, CompletableFuture<Void> adopted) {
        try {
            ByteBuf preamble = channel.alloc().directBuffer(Preamble.BYTES);
            new Preamble(cookie, way.code()).write(preamble);
            var _ = channel.writeAndFlush(preamble);
            adopt(channel, way == StreamDirection.TO_SERVER, Preamble.BYTES);
            adopted.complete(null);
        } catch (IOException | RuntimeException e) {
            adopted.completeExceptionally(e);
        }
    }

    private Bootstrap bootstrap() {
        return new Bootstrap()
                .group(group())
                .channel(EpollSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
                .handler(new ChannelInboundHandlerAdapter()); // the right ones come with adopt()
    }

    private void require(ChannelFuture future, String what)
            throws IOException, InterruptedException {
        if (!future.await().isSuccess()) {
            throw new IOException(
                    "can't %s %s: %s".formatted(what, remote, future.cause().getMessage()),
                    future.cause());
        }
    }
}
