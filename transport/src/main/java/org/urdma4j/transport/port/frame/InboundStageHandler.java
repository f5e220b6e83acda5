package org.urdma4j.transport.port.frame;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.urdma4j.transport.port.pipeline.InboundRun;
import org.urdma4j.transport.port.pipeline.InboundStage;

import java.util.function.LongSupplier;

/**
 * Leads what arrives through an inbound stage, packet by packet, before anybody has looked at it.
 * Confined to the event loop.
 */
public final class InboundStageHandler extends ChannelInboundHandlerAdapter
        implements InboundStage.Delivery {
    private final InboundStage stage;
    private final LongSupplier clock;
    private final InboundRun run = new InboundRun();
    private ChannelHandlerContext context;
    private long nowNs;

    public InboundStageHandler(InboundStage stage, LongSupplier clock) {
        this.stage = stage;
        this.clock = clock;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        InboundRun arrived = (InboundRun) message;
        FrameSource source = (FrameSource) arrived.source();
        for (int i = 0; i < arrived.count(); i++) {
            stage.offer(arrived.retainedSlice(i), source.asOf(i), arrived.arrivedNs());
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext from) {
        var _ = poll(clock.getAsLong());
        from.fireChannelReadComplete();
    }

    /** Passes on what the stage has due; returns when it has more. */
    public long poll(long dueNs) {
        nowNs = dueNs;
        return stage.poll(dueNs, this);
    }

    @Override
    public void deliver(ByteBuf packet, Object source) {
        try {
            run.begin(packet, source, nowNs);
            run.add(run.start() + packet.readerIndex(), packet.readableBytes());
            context.fireChannelRead(run);
        } finally {
            packet.release();
        }
    }
}
