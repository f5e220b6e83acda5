package org.urdma4j.peers.echo;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;

import org.urdma4j.transport.port.pipeline.BusyPoll;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Predicate;

/** Sends back what comes. */
final class EchoServer implements AutoCloseable {
    private final EchoLoop loop;
    private final Channel channel;

    /**
     * Begins to answer.
     *
     * @param answered which datagrams are sent back; the rest is dropped
     * @throws IOException if the address can't be had
     */
    EchoServer(InetSocketAddress local, Duration busyPoll, Predicate<DatagramPacket> answered)
            throws IOException {
        loop = new EchoLoop(busyPoll);
        ChannelFuture bound =
                loop.bootstrap(new Answers(loop.busyPoll(), answered))
                        .bind(local)
                        .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loop.close();
            throw new IOException(
                    "%s can't be bound to: %s".formatted(local, bound.cause().getMessage()),
                    bound.cause());
        }
        channel = bound.channel();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    /** Returns when the time is over: so that nothing is left if nobody ends it. */
    void serve(Duration time) throws InterruptedException {
        var _ = channel.closeFuture().await(time.toMillis());
    }

    @Override
    public void close() {
        loop.close();
    }

    private static final class Answers extends SimpleChannelInboundHandler<DatagramPacket> {
        private final BusyPoll busyPoll;
        private final Predicate<DatagramPacket> answered;

        Answers(BusyPoll busyPoll, Predicate<DatagramPacket> answered) {
            this.busyPoll = busyPoll;
            this.answered = answered;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
            busyPoll.onTurn();
            if (answered.test(packet)) {
                var _ =
                        context.writeAndFlush(
                                new DatagramPacket(packet.content().retain(), packet.sender()),
                                context.voidPromise());
            }
        }

        /** A client that has gone refuses its answer: nobody else's matter. */
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {}
    }
}
