package org.urdma4j.transport.handler;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/** Passes on what can be read as what it reads, and all else as it came. */
abstract class MessageReader extends ChannelInboundHandlerAdapter {
    /** Returns what is read, with a reference of its own to the bytes; null if it's not for it. */
    abstract RoceMessage read(Object message);

    @Override
    public final void channelRead(ChannelHandlerContext context, Object message) {
        RoceMessage read = read(message);
        if (read == null) {
            context.fireChannelRead(message);
        } else {
            ReferenceCountUtil.release(message);
            context.fireChannelRead(read);
        }
    }
}
