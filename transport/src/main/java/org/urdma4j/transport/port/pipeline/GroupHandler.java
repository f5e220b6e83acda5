package org.urdma4j.transport.port.pipeline;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.shard.MulticastGroups;

/**
 * Drops what came to a multicast group and names a queue pair (IBTA 1.4 §9.6.1.2): no connection
 * goes by a group. Stands behind the ICRC; confined to the event loop.
 */
final class GroupHandler extends ChannelInboundHandlerAdapter {
    private final Counters counters;

    GroupHandler(Counters counters) {
        this.counters = counters;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        InboundRun run = (InboundRun) message;
        int kept = 0;
        for (int i = 0; i < run.count(); i++) {
            if (Bth.destQp(run.buffer(), run.offset(i)) == MulticastGroups.QPN) {
                run.move(i, kept++);
            } else {
                counters.increment(Counter.DROPPED_UNKNOWN_QP);
            }
        }
        run.truncate(kept);
        if (kept > 0) {
            context.fireChannelRead(run);
        }
    }
}
