package org.urdma4j.transport.port.pipeline;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;

import java.util.ArrayList;
import java.util.List;

/**
 * What stands between a port's inbound stage and its pipelines: the stage is one for all, but what
 * it delivers goes on where it came from. Confined to the event loop.
 */
public final class StagedArrivals implements InboundStage.Delivery {
    private final InboundStage stage;
    private final List<InboundStageHandler> handlers = new ArrayList<>();
    private long nowNs;

    /**
     * Where a packet came from, in which pipeline, and whether a queue marked it; made only if
     * there are several pipelines, or it is marked.
     */
    private record Staged(InboundStageHandler handler, Object source, boolean marked) {}

    /** Creates it without pipelines. */
    public StagedArrivals(InboundStage stage) {
        this.stage = stage;
    }

    public ChannelHandler handler() {
        InboundStageHandler handler = new InboundStageHandler(this);
        handlers.add(handler);
        return handler;
    }

    /** Takes a packet, and its reference with it. */
    void offer(
            InboundStageHandler from,
            ByteBuf packet,
            Object source,
            boolean marked,
            long arrivedNs) {
        boolean plain = handlers.size() == 1 && !marked;
        stage.offer(packet, plain ? source : new Staged(from, source, marked), arrivedNs);
    }

    /** Passes on what the stage has due; returns when it has more. To be called in each turn. */
    public long poll(long dueNs) {
        nowNs = dueNs;
        return stage.poll(dueNs, this);
    }

    @Override
    public void deliver(ByteBuf packet, Object source) {
        if (source instanceof Staged(InboundStageHandler handler, Object from, boolean marked)) {
            handler.pass(packet, from, marked, nowNs);
        } else {
            handlers.getFirst().pass(packet, source, false, nowNs);
        }
    }
}
