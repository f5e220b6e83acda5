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

    /** Where a packet came from and in which pipeline; made only if there are several. */
    private record Staged(InboundStageHandler handler, Object source) {}

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
    void offer(InboundStageHandler from, ByteBuf packet, Object source, long arrivedNs) {
        stage.offer(packet, handlers.size() == 1 ? source : new Staged(from, source), arrivedNs);
    }

    /** Passes on what the stage has due; returns when it has more. To be called in each turn. */
    public long poll(long dueNs) {
        nowNs = dueNs;
        return stage.poll(dueNs, this);
    }

    @Override
    public void deliver(ByteBuf packet, Object source) {
        if (source instanceof Staged(InboundStageHandler handler, Object from)) {
            handler.pass(packet, from, nowNs);
        } else {
            handlers.getFirst().pass(packet, source, nowNs);
        }
    }
}
