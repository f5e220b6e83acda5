package org.urdma4j.peers.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;

import org.urdma4j.peers.end.Meter;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Counts what a stream brings and lets it go. On its event loop. */
final class StreamReceiver extends ChannelInboundHandlerAdapter {
    private static final long LOOK_MS = 10;

    private final Meter meter;
    private final CompletableFuture<Void> over;

    /**
     * Prepares.
     *
     * @param over is completed when the meter has what it wants or nothing more comes
     */
    StreamReceiver(Meter meter, CompletableFuture<Void> over) {
        this.meter = meter;
        this.over = over;
    }

    /** A stream that stalls ends in time, too. */
    @Override
    public void channelActive(ChannelHandlerContext context) {
        var _ =
                context.executor()
                        .scheduleAtFixedRate(() -> add(0), LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        add(bytes.readableBytes());
        bytes.release();
    }

    private void add(int bytes) {
        if (!over.isDone() && meter.add(System.nanoTime(), bytes)) {
            over.complete(null);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            over.complete(null);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        over.complete(null);
    }
}
