package org.urdma4j.transport.port.frame;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.wire.TransmitBatch;

import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Sends batches through a channel of frames. A link that has room takes a batch within {@link
 * #send}; one that is full keeps it until it has, and until then {@link #ready} is false. Confined
 * to the event loop.
 */
public final class FrameSender implements ShardDriver.Transmitter, ChannelFutureListener {
    private final Channel channel;
    private final Counters counters;
    private final LongSupplier clock;
    private final Predicate<Throwable> refusesSegments;
    private final Runnable onReady;
    private final OutboundRun run = new OutboundRun();
    private boolean outstanding;
    private boolean sending;

    /**
     * Creates a sender.
     *
     * @param refusesSegments whether a failure of a super-packet means that this link takes none
     * @param onReady called when {@link #ready} turns true other than within {@link #send}
     */
    public FrameSender(
            Channel channel,
            Counters counters,
            LongSupplier clock,
            Predicate<Throwable> refusesSegments,
            Runnable onReady) {
        this.channel = channel;
        this.counters = counters;
        this.clock = clock;
        this.refusesSegments = refusesSegments;
        this.onReady = onReady;
    }

    @Override
    public boolean ready() {
        return !outstanding;
    }

    @Override
    public void send(TransmitBatch batch) {
        FrameRoute route = (FrameRoute) batch.route();
        route.hop().use(clock.getAsLong());
        if (route.hop().mac() == NextHop.UNKNOWN || batch.length(0) > route.packetBytes()) {
            counters.add(Counter.SEND_ERR, batch.count());
            return;
        }
        sending = true;
        write(batch, route);
        sending = false;
    }

    private void write(TransmitBatch batch, FrameRoute route) {
        int count = batch.count();
        run.begin(batch, count > 1 && route.isSegmentable(), route.takeIdentifications(count));
        outstanding = true;
        channel.write(run).addListener(this);
        channel.flush();
    }

    @Override
    public void operationComplete(ChannelFuture future) {
        outstanding = false;
        if (!future.isSuccess()) {
            TransmitBatch batch = run.batch();
            if (run.isSegmented() && refusesSegments.test(future.cause())) {
                FrameRoute route = (FrameRoute) batch.route();
                route.notSegmentable();
                write(batch, route);
                return;
            }
            counters.add(Counter.SEND_ERR, batch.count());
        }
        if (!sending) {
            onReady.run();
        }
    }
}
