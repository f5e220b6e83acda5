package org.urdma4j.measure.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.urdma4j.measure.port.ServerPort;
import org.urdma4j.measure.port.StreamCookie;

import java.io.IOException;
import java.util.Optional;

/** The server's end: takes the streams of one run from the server's port. */
final class TcpListener extends TcpEnd {
    private final long cookie;
    private final String congestion;
    private ServerPort.Registration registration;

    private TcpListener(TcpSettings settings, long cookie, int streams, String congestion)
            throws IOException {
        super("tcp-server", settings, streams);
        this.cookie = cookie;
        this.congestion = congestion;
    }

    /**
     * Begins to take them.
     *
     * @param cookie that a connection begins with, of {@link StreamCookie}
     * @param streams how many connections the run has
     * @throws IOException if the kernel lacks the congestion control
     */
    static TcpListener open(ServerPort port, TcpSettings settings, long cookie, int streams)
            throws IOException {
        String wanted = settings.congestion();
        String congestion = wanted.isEmpty() ? CongestionAlgorithm.usual() : wanted;
        TcpListener end = new TcpListener(settings, cookie, streams, congestion);
        try {
            // Some want to know of it in the handshake (DCTCP: ECN). Connections of others, who
            // inherit it, don't mind: those that move data are given their own.
            CongestionAlgorithm.set(port.listening(), wanted);
            end.registration = port.streams(cookie, end::take);
            return end;
        } catch (IOException | RuntimeException e) {
            end.close();
            throw e;
        }
    }

    /** On the event loop of the port, which the channel has left. */
    private void take(Channel channel, ByteBuf head) {
        if (group().isShuttingDown()) {
            refuse(channel, head);
            return;
        }
        var _ =
                group().register(channel)
                        .addListener(done -> {
                            if (done.isSuccess()) {
                                begin(channel, head);
                            } else {
                                refuse(channel, head);
                            }
                        });
    }

    private static void refuse(Channel channel, ByteBuf head) {
        head.release();
        channel.unsafe().closeForcibly();
    }

    private void begin(Channel channel, ByteBuf head) {
        own(channel);
        if (!channel.isOpen()) {
            head.release();
            return;
        }
        channel.pipeline().addLast(new PreambleReader());
        channel.pipeline().fireChannelRead(head);
        channel.config().setAutoRead(true);
    }

    @Override
    public void close() {
        if (registration != null) {
            registration.close();
        }
        super.close();
    }

    /** Waits until the client has opened every stream. */
    void await(long timeoutMs) throws IOException, InterruptedException {
        awaitStreams(timeoutMs, "the client");
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
            Optional<StreamDirection> way = StreamDirection.of(preamble.way());
            if (preamble.cookie() != cookie || way.isEmpty()) {
                data.release();
                var _ = ctx.close();
                return;
            }
            ctx.pipeline().remove(this);
            SocketSetup.afterHandshake(ctx.channel(), settings(), congestion);
            adopt(ctx.channel(), way.get() == StreamDirection.TO_CLIENT, 0);
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
