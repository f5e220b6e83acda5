package org.urdma4j.peers.echo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;

import org.urdma4j.transport.port.pipeline.BusyPoll;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The handler of a connected socket that asks the next once it was answered. Requests are numbered,
 * so that an answer that comes after its time is over isn't taken for that of the next one.
 */
final class Questions extends SimpleChannelInboundHandler<DatagramPacket> {
    /** Lost in a row, after which nobody is thought to be there. */
    private static final int MOST_LOST = 5;

    /** How often it is looked whether the time-out is over, in each. */
    private static final int LOOKS = 4;

    private final int size;
    private final long timeoutNs;
    private final EchoTimes times;
    private final BusyPoll busyPoll;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private long number;
    private long askedNs;
    private int lostInARow;

    Questions(EchoSpec spec, Duration timeout, EchoTimes times, BusyPoll busyPoll) {
        size = spec.size();
        timeoutNs = timeout.toNanos();
        this.times = times;
        this.busyPoll = busyPoll;
    }

    /** Returns what is complete when the time is over, or nobody answers. */
    CompletableFuture<Void> over() {
        return over;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        long everyNs = Math.max(1, timeoutNs / LOOKS);
        var _ =
                context.executor()
                        .scheduleAtFixedRate(
                                () -> look(context), everyNs, everyNs, TimeUnit.NANOSECONDS);
        times.start(System.nanoTime());
        ask(context);
    }

    private void ask(ChannelHandlerContext context) {
        ByteBuf request = context.alloc().directBuffer(size);
        request.writeLong(++number).writeZero(size - Long.BYTES);
        askedNs = System.nanoTime();
        var _ = context.writeAndFlush(request, context.voidPromise());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
        busyPoll.onTurn();
        ByteBuf answer = packet.content();
        if (over.isDone() || answer.readableBytes() != size || answer.readLong() != number) {
            return; // too late
        }
        lostInARow = 0;
        if (times.answered(askedNs, System.nanoTime())) {
            over.complete(null);
        } else {
            ask(context);
        }
    }

    private void look(ChannelHandlerContext context) {
        long nowNs = System.nanoTime();
        if (over.isDone() || nowNs - askedNs < timeoutNs) {
            return;
        }
        times.lost(nowNs);
        if (++lostInARow == MOST_LOST) {
            over.completeExceptionally(
                    new IOException("%d in a row were lost".formatted(MOST_LOST)));
        } else {
            ask(context);
        }
    }

    /** The socket can't go on. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        over.completeExceptionally(cause);
    }
}
