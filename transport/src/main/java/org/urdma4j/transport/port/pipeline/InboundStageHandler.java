package org.urdma4j.transport.port.pipeline;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Leads what arrives through an inbound stage, packet by packet, before anybody has looked at it.
 * Confined to the event loop.
 */
final class InboundStageHandler extends ChannelInboundHandlerAdapter {
    private final StagedArrivals stage;
    private final InboundRun run = new InboundRun();
    private ChannelHandlerContext context;

    InboundStageHandler(StagedArrivals stage) {
        this.stage = stage;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        InboundRun arrived = (InboundRun) message;
        for (int i = 0; i < arrived.count(); i++) {
            ByteBuf packet = arrived.copy(i, context.alloc());
            boolean marked = arrived.congestionExperienced();
            stage.offer(this, packet, arrived.sourceOf(i), marked, arrived.arrivedNs());
        }
    }

    /** Passes on a packet that the stage has delivered, and releases it. */
    void pass(ByteBuf packet, Object source, boolean marked, long nowNs) {
        try {
            run.beginWith(packet, source, nowNs);
            run.congestionExperienced(marked);
            context.fireChannelRead(run);
        } finally {
            packet.release();
        }
    }
}
