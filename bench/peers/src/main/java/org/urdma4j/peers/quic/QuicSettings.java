package org.urdma4j.peers.quic;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.handler.codec.quic.EpollQuicUtils;
import io.netty.handler.codec.quic.FlushStrategy;
import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.netty.handler.codec.quic.QuicCongestionControlAlgorithm;
import io.netty.handler.codec.quic.SegmentedDatagramPacketAllocator;

import org.urdma4j.peers.end.EndSpec;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** How QUIC is set up for bulk, the same at both ends. */
final class QuicSettings {
    static final String PROTOCOL = "urdma-peers";

    private static final long WINDOW_BYTES = 64 << 20;
    private static final int SOCKET_BYTES = 16 << 20;
    private static final int IDLE_S = 10;

    /** Of one datagram, which the kernel cuts up or has put together. */
    private static final int MOST_BYTES = 65_507;

    private static final int MOST_SEGMENTS = 64;

    private QuicSettings() {}

    static EventLoopGroup group() {
        return new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    }

    /** Packets as long as the interfaces take, and windows that are never in the way. */
    static <B extends QuicCodecBuilder<B>> B apply(EndSpec spec, B builder) {
        return builder.maxIdleTimeout(IDLE_S, TimeUnit.SECONDS)
                .maxSendUdpPayloadSize(spec.datagramBytes())
                .maxRecvUdpPayloadSize(spec.datagramBytes())
                .initialMaxData(WINDOW_BYTES)
                .initialMaxStreamDataUnidirectional(WINDOW_BYTES)
                .initialMaxStreamsUnidirectional(1)
                .congestionControlAlgorithm(QuicCongestionControlAlgorithm.CUBIC)
                .flushStrategy(FlushStrategy.afterNumPackets(segments(spec)));
    }

    /** Returns how many packets the kernel is given at a time. */
    static SegmentedDatagramPacketAllocator segmented(EndSpec spec) {
        return EpollQuicUtils.newSegmentedAllocator(segments(spec));
    }

    private static int segments(EndSpec spec) {
        return Math.min(MOST_SEGMENTS, MOST_BYTES / spec.datagramBytes());
    }

    /** Opens the socket below; what the kernel puts together it takes as one. */
    static Channel bind(EventLoopGroup group, InetSocketAddress local, ChannelHandler codec)
            throws InterruptedException {
        return new Bootstrap()
                .group(group)
                .channel(EpollDatagramChannel.class)
                .option(ChannelOption.SO_RCVBUF, SOCKET_BYTES)
                .option(ChannelOption.SO_SNDBUF, SOCKET_BYTES)
                .option(EpollChannelOption.UDP_GRO, true)
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(MOST_BYTES).maxMessagesPerRead(16))
                .handler(codec)
                .bind(local)
                .sync()
                .channel();
    }
}
