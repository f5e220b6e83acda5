package org.urdma4j.measure.tcp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.epoll.EpollServerSocketChannel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The server's end: takes the streams of one run on a port of their own. */
final class TcpListener extends TcpEnd {
    private final long cookie;
    private Channel listening;

    private TcpListener(TcpSettings settings, long cookie, int streams) throws IOException {
        super("tcp-server", settings, streams);
        this.cookie = cookie;
    }

    /**
     * Listens.
     *
     * @param port 0 for any that is free
     * @param cookie that a connection must begin with; others are closed
     * @param streams how many connections the run has
     * @throws IOException if the address can't be had, or the kernel lacks the congestion control
     */
    static TcpListener open(
            InetAddress local, int port, TcpSettings settings, long cookie, int streams)
            throws IOException, InterruptedException {
        TcpListener end = new TcpListener(settings, cookie, streams);
        try {
            end.listen(new InetSocketAddress(local, port));
            return end;
        } catch (IOException | RuntimeException | InterruptedException e) {
            end.close();
            throw e;
        }
    }

    private void listen(InetSocketAddress local) throws IOException, InterruptedException {
        ChannelFuture bound =
                new ServerBootstrap()
                        .group(group())
                        .channel(EpollServerSocketChannel.class)
                        .childHandler(new Arrival())
                        .bind(local)
                        .await();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "can't listen for TCP streams on %s: %s"
                            .formatted(local, bound.cause().getMessage()),
                    bound.cause());
        }
        listening = bound.channel();
        SocketSetup.beforeHandshake(listening, settings());
    }

    /** Returns the port that the client has to connect to. */
    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** Waits until the client has opened every stream. */
    void await(long timeoutMs) throws IOException, InterruptedException {
        awaitStreams(timeoutMs, "the client");
    }

    /** Gives each connection its reader of the preamble. */
    private final class Arrival extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            channel.pipeline().addLast(new PreambleReader());
        }
    }

    /** Collects the preamble, takes the stream into the run, and leaves. */
    private final class PreambleReader extends ChannelInboundHandlerAdapter {
        private final ByteBuf head = Unpooled.buffer(Preamble.BYTES, Preamble.BYTES);

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
            ByteBuf data = (ByteBuf) message;
            data.readBytes(head, Math.min(head.writableBytes(), data.readableBytes()));
            if (head.isWritable()) {
                data.release();
                return;
            }
            Preamble preamble = Preamble.read(head);
            Optional<Way> way = Way.of(preamble.way());
            if (preamble.cookie() != cookie || way.isEmpty()) {
                data.release();
                var _ = ctx.close();
                return;
            }
            ctx.pipeline().remove(this);
            adopt(ctx.channel(), way.get() == Way.TO_CLIENT, 0);
            if (data.isReadable()) {
                ctx.channel().pipeline().fireChannelRead(data);
            } else {
                data.release();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            failOpening(cause);
            var _ = ctx.close();
        }
    }
}
