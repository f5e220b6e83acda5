package org.urdma4j.measure.port;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.Future;

import java.util.concurrent.TimeUnit;

/** Waits for the bytes that tell what a connection is, then hands it on and leaves. */
final class FirstBytes extends ChannelInboundHandlerAdapter {
    private final ServerPort port;
    private final long silenceNs;
    private ByteBuf head = Unpooled.EMPTY_BUFFER;
    private Future<?> patience;

    FirstBytes(ServerPort port, long silenceNs) {
        this.port = port;
        this.silenceNs = silenceNs;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        patience =
                ctx.executor()
                        .schedule(
                                () -> port.turnAway(ctx.channel(), "it said nothing"),
                                silenceNs,
                                TimeUnit.NANOSECONDS);
        port.came(ctx.channel());
        var _ = ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf more = (ByteBuf) message;
        head = head.isReadable() ? Unpooled.wrappedBuffer(head, more) : more;
        Opening opening = Opening.of(head);
        if (opening == Opening.UNDECIDED) {
            var _ = ctx.read();
            return;
        }
        ByteBuf whole = head;
        head = Unpooled.EMPTY_BUFFER;
        var _ = patience.cancel(false);
        var _ = ctx.pipeline().remove(this);
        port.opened(opening, ctx.channel(), whole);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            var _ = ctx.close(); // someone looked whether the port is open
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        var _ = patience.cancel(false);
        port.left(ctx.channel());
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        head.release();
        head = Unpooled.EMPTY_BUFFER;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        var _ = ctx.close(); // reset before it said anything
    }
}
