package org.urdma4j.transport.port.udp;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.IntegerUnixChannelOption;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** A socket with options that the JDK's have not. */
final class PlainSender implements AutoCloseable {
    private static final IntegerUnixChannelOption NO_CHECKSUM =
            new IntegerUnixChannelOption("UDP_NO_CHECK6_TX", 17, 101);

    private final MultiThreadIoEventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final EpollDatagramChannel channel =
            new EpollDatagramChannel(SocketProtocolFamily.INET6);

    PlainSender() {
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter());
        group.register(channel).syncUninterruptibly();
        InetAddress loopback = InetAddress.ofLiteral("::1");
        channel.bind(new InetSocketAddress(loopback, 0)).syncUninterruptibly();
    }

    void withoutChecksum() {
        channel.config().setOption(NO_CHECKSUM, 1);
    }

    void send(InetSocketAddress to, byte[] bytes) {
        channel.writeAndFlush(new DatagramPacket(Unpooled.copiedBuffer(bytes), to))
                .syncUninterruptibly();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
