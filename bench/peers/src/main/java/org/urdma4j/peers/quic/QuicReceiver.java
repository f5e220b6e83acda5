package org.urdma4j.peers.quic;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicChannelOption;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;

import org.urdma4j.peers.end.EndSpec;
import org.urdma4j.peers.end.Meter;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A client that counts what the server's stream brings. */
public final class QuicReceiver {
    private QuicReceiver() {}

    /**
     * Receives until the meter has what it wants or nothing more comes.
     *
     * @throws IOException if there is no connection
     */
    public static void run(EndSpec spec, Meter meter) throws IOException, InterruptedException {
        QuicSslContext tls =
                QuicSslContextBuilder.forClient()
                        .trustManager(InsecureTrustManagerFactory.INSTANCE)
                        .applicationProtocols(QuicSettings.PROTOCOL)
                        .build();
        ChannelHandler codec =
                QuicSettings.apply(spec, new QuicClientCodecBuilder()).sslContext(tls).build();
        EventLoopGroup group = QuicSettings.group();
        CompletableFuture<Void> over = new CompletableFuture<>();
        try {
            Channel socket = QuicSettings.bind(group, spec.receiver(), codec);
            QuicChannel connection =
                    QuicChannel.newBootstrap(socket)
                            .option(
                                    QuicChannelOption.SEGMENTED_DATAGRAM_PACKET_ALLOCATOR,
                                    QuicSettings.segmented(spec))
                            .handler(new ChannelInboundHandlerAdapter())
                            .streamHandler(new StreamReceiver(meter, over))
                            .remoteAddress(spec.sender())
                            .connect()
                            .get();
            var _ = connection.closeFuture().addListener(_ -> over.complete(null));
            over.get();
        } catch (ExecutionException e) {
            throw new IOException("QUIC: " + e.getCause().getMessage(), e);
        } finally {
            var _ = group.shutdownGracefully();
        }
    }
}
