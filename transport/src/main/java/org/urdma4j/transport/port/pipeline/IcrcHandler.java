package org.urdma4j.transport.port.pipeline;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;

import java.util.function.Consumer;

/**
 * Takes packets whose length or ICRC is wrong out of what comes in, and fills the ICRCs into what
 * goes out. Confined to the event loop.
 */
public final class IcrcHandler extends ChannelDuplexHandler {
    private final IcrcCheck check;
    private final Consumer<OutboundRun> stamp;
    private final Counters counters;

    /**
     * Creates a handler.
     *
     * @param check judges what comes in, and counts
     * @param stamp writes the ICRCs of a run that goes out
     */
    public IcrcHandler(IcrcCheck check, Consumer<OutboundRun> stamp, Counters counters) {
        this.check = check;
        this.stamp = stamp;
        this.counters = counters;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        InboundRun run = (InboundRun) message;
        check.begin(run.source());
        int kept = 0;
        for (int i = 0; i < run.count(); i++) {
            if (isRight(run, i)) {
                run.move(i, kept++);
            }
        }
        run.truncate(kept);
        run.translatable(check.translatable());
        if (kept > 0) {
            context.fireChannelRead(run);
        }
    }

    private boolean isRight(InboundRun run, int i) {
        int length = run.length(i) - Icrc.LENGTH;
        if (length < Bth.LENGTH) {
            counters.increment(Counter.DROPPED_MALFORMED);
            return false;
        }
        return check.passes(run.buffer(), run.offset(i), length, run.source());
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        stamp.accept((OutboundRun) message);
        var _ = context.write(message, promise);
    }
}
