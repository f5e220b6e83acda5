package org.urdma4j.transport.port.pipeline;

import io.netty.channel.Channel;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts what the kernel dropped because a socket's receive buffer was full. Asked for ten times a
 * second while something arrives, and once after. Confined to the event loop.
 */
public final class SocketDrops {
    private static final int PERIOD_MS = 100;

    private final Channel channel;
    private final LongSupplier dropped;
    private final Counters counters;
    private final Runnable reading = this::read;
    private boolean scheduled;

    /**
     * Creates a count.
     *
     * @param dropped tells what the kernel has dropped since it was last asked; not asked once the
     *     channel is closed
     */
    public SocketDrops(Channel channel, LongSupplier dropped, Counters counters) {
        this.channel = channel;
        this.dropped = dropped;
        this.counters = counters;
    }

    public void onArrival() {
        if (!scheduled) {
            scheduled = true;
            var _ = channel.eventLoop().schedule(reading, PERIOD_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void read() {
        scheduled = false;
        if (channel.isOpen()) {
            long drops = dropped.getAsLong();
            if (drops != 0) {
                counters.add(Counter.DROPPED_BY_SOCKET, drops);
            }
        }
    }
}
