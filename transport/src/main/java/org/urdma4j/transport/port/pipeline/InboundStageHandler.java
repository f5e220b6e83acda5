package org.urdma4j.transport.port.pipeline;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Leads what arrives through an inbound stage, packet by packet, before anybody has looked at it.
 * Confined to the event loop.
 */
public final class InboundStageHandler extends ChannelInboundHandlerAdapter
        implements InboundStage.Delivery {
    private final InboundStage stage;
    private final InboundRun run = new InboundRun();
    private ChannelHandlerContext context;
    private long nowNs;

    /** Creates a handler; the port has to {@link #poll} in each turn. */
    public InboundStageHandler(InboundStage stage) {
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
            stage.offer(packet, arrived.sourceOf(i), arrived.arrivedNs());
        }
    }

    /** Passes on what the stage has due; returns when it has more. */
    public long poll(long dueNs) {
        nowNs = dueNs;
        return stage.poll(dueNs, this);
    }

    @Override
    public void deliver(ByteBuf packet, Object source) {
        try {
            run.beginWith(packet, source, nowNs);
            context.fireChannelRead(run);
        } finally {
            packet.release();
        }
    }
}
