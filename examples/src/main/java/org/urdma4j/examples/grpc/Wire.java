package org.urdma4j.examples.grpc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import org.urdma4j.netty.UrdmaIoHandler;
import org.urdma4j.netty.UrdmaServerSocketChannel;
import org.urdma4j.netty.UrdmaSocketChannel;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Verbs;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;

/** What a program names of the network below gRPC: all that differs between TCP and URDMA. */
record Wire(
        EventLoopGroup loops,
        Class<? extends ServerChannel> serverChannel,
        ChannelFactory<? extends Channel> channel,
        Runnable after)
        implements AutoCloseable {
    static Wire tcp() {
        return new Wire(
                new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory()),
                NioServerSocketChannel.class,
                NioSocketChannel::new,
                () -> {});
    }

    /**
     * Opens the device of an address of this machine.
     *
     * @throws org.urdma4j.verbs.VerbsException if it can't be opened
     */
    static Wire urdma(InetAddress own) {
        Context device = Verbs.open(own);
        return new Wire(
                new MultiThreadIoEventLoopGroup(UrdmaIoHandler.newFactory(device)),
                UrdmaServerSocketChannel.class,
                UrdmaSocketChannel::new,
                device::close);
    }

    /**
     * Returns the one that is named {@code tcp} or {@code urdma}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static Wire of(String name, InetAddress own) {
        return switch (name) {
            case "tcp" -> tcp();
            case "urdma" -> urdma(own);
            default -> throw new IllegalArgumentException(name + " is neither tcp nor urdma");
        };
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
        after.run();
    }
}
