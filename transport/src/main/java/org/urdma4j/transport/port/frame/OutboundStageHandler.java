package org.urdma4j.transport.port.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

import org.urdma4j.transport.port.pipeline.OutboundStage;

/**
 * Leads what a port sends through an outbound stage, each packet as a copy. Super-packets must be
 * off. Confined to the event loop.
 */
public final class OutboundStageHandler extends ChannelOutboundHandlerAdapter {
    private final OutboundStage stage;

    public OutboundStageHandler(OutboundStage stage) {
        this.stage = stage;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        OutboundFrames frames = (OutboundFrames) message;
        for (int i = 0; i < frames.count(); i++) {
            ByteBuf content = Unpooled.directBuffer(frames.payloadLength(i));
            frames.copyPayload(i, content);
            stage.offer(
                    StagedFrame.of(frames, i, content),
                    one -> {
                        var _ = context.write(one);
                    });
        }
        promise.setSuccess();
    }
}
