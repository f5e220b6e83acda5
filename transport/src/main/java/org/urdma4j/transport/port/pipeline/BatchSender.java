package org.urdma4j.transport.port.pipeline;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.unix.Errors.NativeIoException;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.wire.TransmitBatch;

import java.util.function.LongSupplier;

/**
 * Sends batches through the channels of a port, from the batch's own memory, each as an {@link
 * OutboundRun}. A channel that has room takes a batch within {@link #send}; one that is full keeps
 * it until it has, and until then {@link #ready} is false, so nothing is written over, lost, or
 * waited for. Confined to the event loop.
 */
public final class BatchSender implements ShardDriver.Transmitter, ChannelFutureListener {
    private static final int EIO = 5;
    private static final int EINVAL = 22;

    private final Channel channel;
    private final Counters counters;
    private final LongSupplier clock;
    private final Runnable onReady;
    private final OutboundRun run = new OutboundRun();
    private boolean outstanding;
    private boolean sending;
    private boolean refused;

    /**
     * Creates a sender.
     *
     * @param channel takes {@link OutboundRun}s to {@link SendRoute}s; the first of several
     * @param onReady called when {@link #ready} turns true other than within {@link #send}; may be
     *     within a write of the channel
     */
    public BatchSender(Channel channel, Counters counters, LongSupplier clock, Runnable onReady) {
        this.channel = channel;
        this.counters = counters;
        this.clock = clock;
        this.onReady = onReady;
    }

    @Override
    public boolean ready() {
        return !outstanding;
    }

    @Override
    public void send(TransmitBatch batch) {
        if (((SendRoute) batch.route()).takes(batch.length(0), clock)) {
            write(batch);
        } else {
            counters.add(Counter.SEND_ERR, batch.count());
        }
    }

    private void write(TransmitBatch batch) {
        SendRoute route = (SendRoute) batch.route();
        int count = batch.count();
        Channel to = route.channel(channel);
        do {
            boolean asOne = count > 1 && route.isSegmentable();
            run.begin(batch, asOne, route.takeIdentifications(count));
            refused = false;
            outstanding = true;
            sending = true;
            to.write(run).addListener(this);
            to.flush();
            sending = false;
        } while (refused && !outstanding);
    }

    @Override
    public void operationComplete(ChannelFuture future) {
        outstanding = false;
        if (!future.isSuccess()) {
            onFailure(future.cause());
        }
        if (!sending) {
            if (refused) {
                write(run.batch());
            }
            if (!outstanding) {
                onReady.run();
            }
        }
    }

    private void onFailure(Throwable cause) {
        TransmitBatch batch = run.batch();
        if (run.isSegmented() && refusesSegments(cause)) {
            refused = true;
            ((SendRoute) batch.route()).notSegmentable();
        } else {
            counters.add(Counter.SEND_ERR, batch.count());
        }
    }

    /**
     * A device that can't do checksums refuses super-packets with EIO; EINVAL comes from kernels
     * that would have to cut for a path with a smaller MTU, or can't. The batch is still whole.
     */
    private static boolean refusesSegments(Throwable cause) {
        return cause instanceof NativeIoException e
                && (e.expectedErr() == -EIO || e.expectedErr() == -EINVAL);
    }
}
