package org.urdma4j.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.memory.MemoryPort;
import org.urdma4j.transport.port.memory.MemoryPortConfig;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.Verbs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Two devices with an event loop group each, and an allocator that is told to have lost nothing.
 */
final class Ends implements AutoCloseable {
    /** What joins the devices. */
    enum Net {
        MEMORY,
        UDP
    }

    static final ChannelOptions SMALL =
            ChannelOptions.builder()
                    .receiveBytes(1 << 16)
                    .sendBytes(1 << 16)
                    .patience(Duration.ofSeconds(20))
                    .build();

    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.16.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.16.2");

    volatile boolean cut;
    final Context near;
    final Context far;
    final EventLoopGroup nearLoops;
    final EventLoopGroup farLoops;
    final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(true);

    Ends(Net net) throws IOException {
        this(net, SMALL);
    }

    Ends(Net net, ChannelOptions options) throws IOException {
        if (net == Net.UDP) {
            ContextAttr attr = ContextAttr.builder().udpPort(freePort()).build();
            near = Verbs.open(ONE, attr);
            far = Verbs.open(OTHER, attr);
        } else {
            MemoryNetwork network = new MemoryNetwork("netty");
            near = open(network, "192.0.2.1");
            far = open(network, "192.0.2.2");
        }
        nearLoops = new MultiThreadIoEventLoopGroup(1, UrdmaIoHandler.newFactory(near, options));
        farLoops = new MultiThreadIoEventLoopGroup(2, UrdmaIoHandler.newFactory(far, options));
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(ONE, 0))) {
            return socket.getLocalPort();
        }
    }

    private final class Cable implements OutboundStage {
        @Override
        public void offer(ByteBufHolder packet, Consumer<ByteBufHolder> wire) {
            if (cut) {
                packet.release();
            } else {
                wire.accept(packet);
            }
        }

        @Override
        public void close() {
            // nothing is kept
        }
    }

    private SoftContext open(MemoryNetwork network, String address) {
        MemoryPortConfig config = MemoryPortConfig.builder().outbound(new Cable()).build();
        MemoryPort port = MemoryPort.open(network, Gid.parse(address), config);
        return new SoftContext(new SoftDevice(address, 1, () -> port), port);
    }

    ServerBootstrap server() {
        return new ServerBootstrap()
                .group(farLoops)
                .channel(UrdmaServerSocketChannel.class)
                .childOption(ChannelOption.ALLOCATOR, buffers);
    }

    Bootstrap client() {
        return new Bootstrap()
                .group(nearLoops)
                .channel(UrdmaSocketChannel.class)
                .option(ChannelOption.ALLOCATOR, buffers);
    }

    Channel serve(ChannelHandler handler) {
        return server().childHandler(handler).bind(0).syncUninterruptibly().channel();
    }

    Channel connect(Channel server, ChannelHandler handler) {
        return client().handler(handler)
                .connect(server.localAddress())
                .syncUninterruptibly()
                .channel();
    }

    /** Waits until the near device has no more queue pairs than so many. */
    void awaitPairs(int count) throws InterruptedException {
        for (int i = 0; near.statistics(0).queuePairCount() > count; i++) {
            assertThat(i).as("looks, until connections were gone").isLessThan(3000);
            Thread.sleep(10);
        }
    }

    /** Collects what arrives, and what is told. */
    @ChannelHandler.Sharable
    static class Hearer extends ChannelInboundHandlerAdapter {
        final BlockingQueue<Object> told = new LinkedBlockingQueue<>();
        final BlockingQueue<Channel> channels = new LinkedBlockingQueue<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void channelActive(ChannelHandlerContext context) throws Exception {
            channels.add(context.channel());
            super.channelActive(context);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            ByteBuf buffer = (ByteBuf) message;
            synchronized (bytes) {
                buffer.readBytes(bytes, buffer.readableBytes());
                bytes.notifyAll();
            }
            buffer.release();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            told.add(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            told.add(cause);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            told.add("inactive");
        }

        int heard() {
            synchronized (bytes) {
                return bytes.size();
            }
        }

        /** Waits for so many bytes. */
        byte[] hear(int count) throws InterruptedException {
            synchronized (bytes) {
                while (bytes.size() < count) {
                    bytes.wait(30_000);
                }
                return bytes.toByteArray();
            }
        }

        Channel channel() throws InterruptedException {
            return channels.poll(30, TimeUnit.SECONDS);
        }

        Object next() throws InterruptedException {
            return told.poll(30, TimeUnit.SECONDS);
        }
    }

    /** Sends back what arrives. */
    @ChannelHandler.Sharable
    static final class Echo extends Hearer {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ChannelFuture _ = context.writeAndFlush(message);
        }
    }

    @Override
    public void close() {
        nearLoops.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        farLoops.shutdownGracefully(0, 10, TimeUnit.SECONDS).syncUninterruptibly();
        near.close();
        far.close();
        long lost = buffers.metric().usedDirectMemory() + buffers.metric().usedHeapMemory();
        if (lost != 0) {
            throw new AssertionError(lost + " bytes of buffers were not released");
        }
    }
}
