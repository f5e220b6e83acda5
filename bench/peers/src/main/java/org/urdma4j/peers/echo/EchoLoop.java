package org.urdma4j.peers.echo;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;

import org.urdma4j.transport.port.pipeline.BusyPoll;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The event loop of one end, a thread of its own, which sleeps as that of our ports does. */
final class EchoLoop implements AutoCloseable {
    private static final int LARGEST_DATAGRAM = 2048;

    private final BusyPoll busyPoll;
    private final MultiThreadIoEventLoopGroup group;

    /**
     * Starts the thread.
     *
     * @throws IOException if this machine has no epoll
     */
    EchoLoop(Duration window) throws IOException {
        if (!Epoll.isAvailable()) {
            throw new IOException(
                    "Netty's epoll is here for Linux on x86-64 and aarch64 alone",
                    Epoll.unavailabilityCause());
        }
        busyPoll = new BusyPoll(window, System::nanoTime);
        group =
                new MultiThreadIoEventLoopGroup(
                        1, EpollIoHandler.newFactory(0, busyPoll.strategies()));
    }

    /** Returns what a handler tells of datagrams, on the loop. */
    BusyPoll busyPoll() {
        return busyPoll;
    }

    /** Returns what binds or connects a socket with this handler. */
    Bootstrap bootstrap(ChannelHandler handler) {
        return new Bootstrap()
                .group(group)
                .channel(EpollDatagramChannel.class)
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(LARGEST_DATAGRAM))
                .handler(handler);
    }

    /** Closes the sockets and ends the thread. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
