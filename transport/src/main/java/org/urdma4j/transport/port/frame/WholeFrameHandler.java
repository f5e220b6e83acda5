package org.urdma4j.transport.port.frame;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.wire.TransmitBatch;

/**
 * Leads whole frames past all handlers, which would put headers in front of them. Confined to the
 * event loop.
 */
public final class WholeFrameHandler extends ChannelOutboundHandlerAdapter {
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        TransmitBatch batch = ((OutboundRun) message).batch();
        if (batch.route() instanceof WholeFrameRoute link) {
            var _ = context.pipeline().firstContext().write(link.framesOf(batch), promise);
        } else {
            var _ = context.write(message, promise);
        }
    }
}
