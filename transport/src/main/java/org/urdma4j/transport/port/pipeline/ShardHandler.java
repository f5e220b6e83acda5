package org.urdma4j.transport.port.pipeline;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.shard.Shard;
import org.urdma4j.transport.wire.ReceivedPacket;

import java.io.IOException;

/**
 * The end of a pipeline: passes each packet of a read to the shard, or to the event loop that has
 * its queue pair, then takes one turn for all of them, so that acknowledgements coalesce. Confined
 * to the event loop.
 */
public final class ShardHandler extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger(ShardHandler.class.getName());

    private final Shard shard;
    private final int gidIndex;
    private final LoopHandoff handoff;
    private final Runnable afterRead;
    private final ReceivedPacket packet = new ReceivedPacket(PayloadMover.COPYING);
    private boolean reported;

    public ShardHandler(Shard shard, Runnable afterRead) {
        this(shard, 0, LoopHandoff.NONE, afterRead);
    }

    /**
     * Creates the end of one of several pipelines.
     *
     * @param gidIndex of the address that all its packets come to
     * @param handoff get what isn't for this event loop
     * @param afterRead called once for each read; takes the turn
     */
    ShardHandler(Shard shard, int gidIndex, LoopHandoff handoff, Runnable afterRead) {
        this.shard = shard;
        this.gidIndex = gidIndex;
        this.handoff = handoff;
        this.afterRead = afterRead;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        InboundRun run = (InboundRun) message;
        for (int i = 0; i < run.count(); i++) {
            if (!handoff.handOn(run, i, gidIndex)) {
                pass(run, i);
            }
        }
        handoff.wakeHanded();
        shard.giveNotices();
    }

    private void pass(InboundRun run, int i) {
        packet.wrap(
                run.buffer(),
                run.memory(),
                run.memoryBase(),
                run.offset(i),
                run.length(i) - Icrc.LENGTH,
                run.source());
        packet.arrivedAt(gidIndex);
        packet.congestionExperienced(run.congestionExperienced());
        packet.translatable(run.translatable());
        shard.onPacket(packet, run.arrivedNs());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        afterRead.run();
    }

    /** The socket reports trouble with something that was sent; others are our mistake. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Counters counters = shard.counters();
        if (cause instanceof IOException) {
            counters.increment(Counter.SEND_ERR);
        } else if (!reported) {
            reported = true;
            LOG.log(System.Logger.Level.ERROR, "A packet was lost to a defect", cause);
        }
    }
}
