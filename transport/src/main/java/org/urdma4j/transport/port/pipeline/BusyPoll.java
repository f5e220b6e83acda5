package org.urdma4j.transport.port.pipeline;

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.util.IntSupplier;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long an event loop goes on looking at its sockets and tasks after a turn, before it sleeps.
 * Packets, posted work and timers each cause a turn, so nothing else has to be told. To be woken up
 * takes about as long as a short request; to stay awake takes a processor. Each loop has its own,
 * and all but the constructor is confined to it.
 */
public final class BusyPoll implements SelectStrategy {
    private final long windowNs;
    private final LongSupplier clock;
    private boolean turned;
    private boolean awake;
    private long turnedNs;

    /**
     * Creates one that isn't looking.
     *
     * @param window how long; 0 to sleep at once
     * @param clock nanoseconds
     */
    public BusyPoll(Duration window, LongSupplier clock) {
        windowNs = window.toNanos();
        this.clock = clock;
    }

    /** Returns what the loop is to be made with: Netty's usual strategy if it sleeps at once. */
    public SelectStrategyFactory strategies() {
        return windowNs == 0 ? DefaultSelectStrategyFactory.INSTANCE : () -> this;
    }

    public void onTurn() {
        turned = true;
    }

    @Override
    public int calculateStrategy(IntSupplier look, boolean hasTasks) throws Exception {
        if (hasTasks) {
            return look.get();
        }
        if (!staysAwake()) {
            return SELECT;
        }
        Thread.onSpinWait();
        return look.get();
    }

    private boolean staysAwake() {
        if (turned) {
            turned = false;
            awake = true;
            turnedNs = clock.getAsLong();
        } else if (awake) {
            awake = clock.getAsLong() - turnedNs < windowNs;
        }
        return awake;
    }
}
