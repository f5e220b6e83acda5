package org.urdma4j.measure.tcp;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.RawUnixChannelOption;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Sets the options of a data socket. */
final class SocketSetup {
    private static final int READ_BYTES = 256 << 10;

    /** Reads in a row before another stream of the same thread gets its turn. */
    private static final int READS_PER_TURN = 8;

    // asm-generic/socket.h and linux/in6.h
    private static final int SOL_SOCKET = 1;
    private static final int SO_MAX_PACING_RATE = 47;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_TCLASS = 67;

    private static final RawUnixChannelOption PACING =
            new RawUnixChannelOption(
                    "SO_MAX_PACING_RATE", SOL_SOCKET, SO_MAX_PACING_RATE, Long.BYTES);
    private static final IntegerUnixChannelOption TRAFFIC_CLASS =
            new IntegerUnixChannelOption("IPV6_TCLASS", IPPROTO_IPV6, IPV6_TCLASS);

    // linux/tcp.h
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_WINDOW_CLAMP = 10;
    private static final IntegerUnixChannelOption WINDOW_CLAMP =
            new IntegerUnixChannelOption("TCP_WINDOW_CLAMP", IPPROTO_TCP, TCP_WINDOW_CLAMP);

    private static final int DSCP_SHIFT = 2;
    private static final int BITS_PER_BYTE = 8;

    private SocketSetup() {}

    /** Sets what the window scale depends on; to be called before the socket connects. */
    static void beforeHandshake(Channel channel, TcpSettings settings) throws IOException {
        if (settings.socketBufferBytes() > 0) {
            channel.config().setOption(ChannelOption.SO_RCVBUF, settings.socketBufferBytes());
        }
        CongestionAlgorithm.set(channel, settings.congestion());
    }

    /**
     * Makes up for that on a socket that was accepted, whose listener has no buffer of a size of
     * its own: it offered a window scale for the largest that the kernel grants, but took the usual
     * buffer for the limit of the window.
     *
     * @param congestion what its congestion control is to be, whatever the listener's is
     */
    static void afterHandshake(Channel channel, TcpSettings settings, String congestion)
            throws IOException {
        CongestionAlgorithm.set(channel, congestion);
        if (settings.socketBufferBytes() > 0) {
            channel.config().setOption(ChannelOption.SO_RCVBUF, settings.socketBufferBytes());
            // half of what the kernel says is for its own records
            int granted = channel.config().getOption(ChannelOption.SO_RCVBUF) / 2;
            channel.config().setOption(WINDOW_CLAMP, granted);
        }
    }

    static void connected(Channel channel, TcpSettings settings, boolean ipv6) throws IOException {
        var config = channel.config();
        config.setOption(ChannelOption.SO_LINGER, 0); // what wasn't sent in time is not wanted
        config.setAllocator(PooledByteBufAllocator.DEFAULT);
        FixedRecvByteBufAllocator reads = new FixedRecvByteBufAllocator(READ_BYTES);
        reads.maxMessagesPerRead(READS_PER_TURN);
        config.setRecvByteBufAllocator(reads);
        int write = settings.writeBytes();
        config.setWriteBufferWaterMark(new WriteBufferWaterMark(write, 2 * write));
        CongestionAlgorithm.set(channel, settings.congestion());
        if (settings.socketBufferBytes() > 0) {
            config.setOption(ChannelOption.SO_SNDBUF, settings.socketBufferBytes());
            config.setOption(ChannelOption.SO_RCVBUF, settings.socketBufferBytes());
        }
        if (settings.pacingBps() > 0) {
            ByteBuffer rate = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
            config.setOption(PACING, rate.putLong(settings.pacingBps() / BITS_PER_BYTE).flip());
        }
        if (settings.dscp() > 0) {
            int trafficClass = settings.dscp() << DSCP_SHIFT;
            if (ipv6) {
                config.setOption(TRAFFIC_CLASS, trafficClass);
            } else {
                config.setOption(ChannelOption.IP_TOS, trafficClass);
            }
        }
    }
}
