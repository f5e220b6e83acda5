package org.urdma4j.channel;

import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Connects {@link RdmaChannel}s that share two threads, daemons, so that thousands have no thread
 * of their own. Callbacks of all of them come from these threads. Any thread may call.
 */
public final class RdmaChannelGroup implements AutoCloseable {
    private final Context context;
    private final ChannelOptions options;
    private final ChannelGroup group;
    private final AtomicBoolean closed = new AtomicBoolean();

    private RdmaChannelGroup(Context context, ChannelOptions options) {
        this.context = context;
        this.options = options;
        group = ChannelGroup.open(context, options);
    }

    /**
     * Starts the threads.
     *
     * @param options of the channels
     * @throws IllegalStateException if the device is closed
     */
    public static RdmaChannelGroup open(Context context, ChannelOptions options) {
        return new RdmaChannelGroup(context, options);
    }

    /**
     * Connects to a {@link RdmaServerChannel}, and waits until it is done.
     *
     * @throws ConnectException as {@link RdmaChannel#connect(Context, InetSocketAddress)} throws it
     * @throws ClosedByInterruptException if the thread is interrupted
     * @throws IllegalStateException if the group is closed
     */
    public RdmaChannel connect(InetSocketAddress peer) throws IOException {
        Objects.requireNonNull(peer, "peer");
        if (closed.get()) {
            throw new IllegalStateException("the group is closed");
        }
        return RdmaChannel.connect(context, group::use, peer, options);
    }

    /**
     * Connects to a {@link RdmaServerChannel}, and returns at once. A thread of the group completes
     * what it returns, so that what depends on it must not wait; cancelling it ends the attempt.
     *
     * @param source where the channel is to be: the device's address or the wildcard, with a port
     *     or 0 for any; null for any
     * @param options of which the rings count, but neither {@code patience} nor {@code param}:
     *     those are the group's
     * @return completed exceptionally with a {@link ConnectException} as {@link #connect} throws it
     * @throws IllegalStateException if the group is closed
     */
    public CompletableFuture<RdmaChannel> connectAsync(
            InetSocketAddress source, InetSocketAddress peer, ChannelOptions options) {
        Objects.requireNonNull(peer, "peer");
        Objects.requireNonNull(options, "options");
        if (closed.get()) {
            throw new IllegalStateException("the group is closed");
        }
        return RdmaChannel.connectAsync(group.use(), source, peer, options);
    }

    /** Connects no more; the channels go on, and the threads end with the last of them. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            group.release();
        }
    }
}
