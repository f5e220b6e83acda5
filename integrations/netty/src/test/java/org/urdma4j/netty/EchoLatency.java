package org.urdma4j.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Verbs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How long an echo of 64 bytes takes over loopback, by turns over NIO, epoll and URDMA: {@code
 * EchoLatency SECONDS ROUNDS [TRANSPORT]...}. Prints the median and the 99th percentile of each
 * turn in µs.
 */
final class EchoLatency {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.18.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.18.2");
    private static final int BYTES = 64;

    private EchoLatency() {}

    /** One of the transports, at both ends. */
    private record Wire(
            String name,
            IoHandlerFactory near,
            IoHandlerFactory far,
            ChannelFactory<? extends Channel> channel,
            Class<? extends ServerChannel> server) {}

    /** Sends back what arrives. */
    @ChannelHandler.Sharable
    private static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ChannelFuture _ = context.writeAndFlush(message);
        }
    }

    /** Sends again when all has come back, and times that. */
    private static final class Asker extends ChannelInboundHandlerAdapter {
        private final long[] times = new long[10_000_000];
        private int count;
        private int missing;
        private long sentNs;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            ask(context);
        }

        private void ask(ChannelHandlerContext context) {
            missing = BYTES;
            sentNs = System.nanoTime();
            ChannelFuture _ = context.writeAndFlush(context.alloc().buffer(BYTES).writeZero(BYTES));
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf buffer = (ByteBuf) message;
            missing -= buffer.readableBytes();
            buffer.release();
            if (missing == 0 && count < times.length) {
                times[count++] = System.nanoTime() - sentNs;
                ask(context);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 2) {
            System.err.println("usage: EchoLatency SECONDS ROUNDS [TRANSPORT]...");
            System.exit(2);
        }
        int seconds = Integer.parseInt(args[0]);
        ContextAttr attr = ContextAttr.builder().udpPort(4799).build();
        try (Context near = Verbs.open(ONE, attr);
                Context far = Verbs.open(OTHER, attr)) {
            Wire nio =
                    new Wire(
                            "nio",
                            NioIoHandler.newFactory(),
                            NioIoHandler.newFactory(),
                            NioSocketChannel::new,
                            NioServerSocketChannel.class);
            Wire epoll =
                    new Wire(
                            "epoll",
                            EpollIoHandler.newFactory(),
                            EpollIoHandler.newFactory(),
                            EpollSocketChannel::new,
                            EpollServerSocketChannel.class);
            Wire urdma =
                    new Wire(
                            "urdma",
                            UrdmaIoHandler.newFactory(near),
                            UrdmaIoHandler.newFactory(far),
                            UrdmaSocketChannel::new,
                            UrdmaServerSocketChannel.class);
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                for (Wire each : new Wire[] {nio, epoll, urdma}) {
                    if (args.length == 2 || List.of(args).contains(each.name())) {
                        measure(each, seconds);
                    }
                }
            }
        }
    }

    private static void measure(Wire wire, int seconds) throws InterruptedException {
        EventLoopGroup far = new MultiThreadIoEventLoopGroup(1, wire.far());
        EventLoopGroup near = new MultiThreadIoEventLoopGroup(1, wire.near());
        try {
            Channel server =
                    new ServerBootstrap()
                            .group(far)
                            .channel(wire.server())
                            .childOption(ChannelOption.TCP_NODELAY, true)
                            .childHandler(new Echo())
                            .bind(new InetSocketAddress(OTHER, 0))
                            .sync()
                            .channel();
            Asker asker = new Asker();
            Channel client =
                    new Bootstrap()
                            .group(near)
                            .channelFactory(wire.channel())
                            .option(ChannelOption.TCP_NODELAY, true)
                            .handler(asker)
                            .connect(server.localAddress())
                            .sync()
                            .channel();
            TimeUnit.SECONDS.sleep(seconds);
            client.close().sync();
            long[] times = Arrays.copyOfRange(asker.times, asker.count / 5, asker.count);
            Arrays.sort(times);
            System.out.printf(
                    "%s: median %.1f, 99 %% within %.1f, of %d%n",
                    wire.name(),
                    times[times.length / 2] / 1e3,
                    times[times.length * 99 / 100] / 1e3,
                    times.length);
        } finally {
            near.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
            far.shutdownGracefully(0, 5, TimeUnit.SECONDS).sync();
        }
    }
}
