package org.urdma4j.transport.port.raw;

import io.netty.channel.EventLoop;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.linux.PacketSocket;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Counts the frames that the kernel dropped because our receive buffer was full. Read ten times a
 * second while frames arrive, and once after. Confined to the event loop.
 */
final class FrameDrops {
    private static final int PERIOD_MS = 100;

    private final PacketSocket socket;
    private final BooleanSupplier open;
    private final EventLoop loop;
    private final Counters counters;
    private final Runnable reading = this::read;
    private boolean scheduled;

    FrameDrops(PacketSocket socket, BooleanSupplier open, EventLoop loop, Counters counters) {
        this.socket = socket;
        this.open = open;
        this.loop = loop;
        this.counters = counters;
    }

    /** Frames have come. */
    void onArrival() {
        if (!scheduled) {
            scheduled = true;
            var _ = loop.schedule(reading, PERIOD_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void read() {
        scheduled = false;
        if (open.getAsBoolean()) {
            long drops = socket.takeDrops();
            if (drops != 0) {
                counters.add(Counter.DROPPED_BY_SOCKET, drops);
            }
        }
    }
}
