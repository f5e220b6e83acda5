package org.urdma4j.peers.quic;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.quic.InsecureQuicTokenHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicChannelOption;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicStreamType;

import org.urdma4j.peers.end.EndSpec;

import java.io.IOException;

/** A server that sends to whoever connects, by a stream of its own. */
public final class QuicSender {
    private QuicSender() {}

    /**
     * Sends until the thread is interrupted.
     *
     * @param ready is run when a receiver may come
     * @throws IOException if a certificate can't be made
     */
    public static void run(EndSpec spec, Runnable ready) throws IOException, InterruptedException {
        Certificate own = Certificate.make(spec.folder());
        QuicSslContext tls =
                QuicSslContextBuilder.forServer(own.key(), null, own.certificate())
                        .applicationProtocols(QuicSettings.PROTOCOL)
                        .build();
        ChannelHandler codec =
                QuicSettings.apply(spec, new QuicServerCodecBuilder())
                        .sslContext(tls)
                        .option(
                                QuicChannelOption.SEGMENTED_DATAGRAM_PACKET_ALLOCATOR,
                                QuicSettings.segmented(spec))
                        .tokenHandler(InsecureQuicTokenHandler.INSTANCE)
                        .handler(new Connected(spec.bytes()))
                        .streamHandler(new ChannelInboundHandlerAdapter())
                        .build();
        EventLoopGroup group = QuicSettings.group();
        try {
            Channel socket = QuicSettings.bind(group, spec.sender(), codec);
            ready.run();
            socket.closeFuture().sync();
        } finally {
            var _ = group.shutdownGracefully();
        }
    }

    @ChannelHandler.Sharable
    private static final class Connected extends ChannelInboundHandlerAdapter {
        private final long bytes;

        Connected(long bytes) {
            this.bytes = bytes;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            QuicChannel connection = (QuicChannel) context.channel();
            StreamSender sender = new StreamSender(bytes);
            var _ = connection.createStream(QuicStreamType.UNIDIRECTIONAL, sender);
        }
    }
}
