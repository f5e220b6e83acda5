package org.urdma4j.measure.tcp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * Keeps a socket full: writes the same direct memory again and again, as long as the channel has
 * room. The kernel's copy is the only one. Runs on the event loop of its channel, as the calls
 * must.
 */
final class Pump extends ChannelInboundHandlerAdapter {
    private final Content content;
    private ChannelHandlerContext context;
    private volatile boolean confirmed;
    private long left;

    Pump(Content content) {
        this.content = content;
    }

    void start(long bytes) {
        left = bytes;
        pump();
    }

    /** Sends no more than what the channel has already. */
    void stop() {
        left = 0;
    }

    /** Returns whether the receiver has said that it has read everything; for any thread. */
    boolean confirmed() {
        return confirmed;
    }

    /** All that a receiver ever sends is its receipt. */
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ReferenceCountUtil.release(message);
        confirmed = true;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        pump();
        ctx.fireChannelWritabilityChanged();
    }

    private void pump() {
        boolean wrote = false;
        while (left > 0 && context.channel().isActive() && context.channel().isWritable()) {
            int bytes = (int) Math.min(left, content.bytes());
            var _ = context.write(content.slice(bytes), context.voidPromise());
            left -= bytes;
            wrote = true;
        }
        if (wrote) {
            context.flush();
        }
    }
}
