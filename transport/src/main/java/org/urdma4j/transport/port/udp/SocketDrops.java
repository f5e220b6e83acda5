package org.urdma4j.transport.port.udp;

import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.unix.RawUnixChannelOption;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;

/**
 * Counts what the kernel dropped because our receive buffer was full: SO_MEMINFO, the last of whose
 * words is that number. Read ten times a second while packets arrive, and once after. A batch that
 * the kernel dropped before it was split counts as one. Confined to the event loop.
 */
final class SocketDrops {
    private static final int PERIOD_MS = 100;

    // asm-generic/socket.h and linux/sock_diag.h
    private static final int SOL_SOCKET = 1;
    private static final int SO_MEMINFO = 55;
    private static final int MEMINFO_WORDS = 9;
    private static final int MEMINFO_DROPS = 8;

    private static final RawUnixChannelOption MEMINFO =
            new RawUnixChannelOption(
                    "SO_MEMINFO", SOL_SOCKET, SO_MEMINFO, MEMINFO_WORDS * Integer.BYTES);

    private final EpollDatagramChannel channel;
    private final EventLoop loop;
    private final Counters counters;
    private final Runnable reading = this::read;
    private boolean scheduled;
    private int last;

    SocketDrops(EpollDatagramChannel channel, EventLoop loop, Counters counters) {
        this.channel = channel;
        this.loop = loop;
        this.counters = counters;
    }

    /** Packets have come. */
    void onArrival() {
        if (!scheduled) {
            scheduled = true;
            var _ = loop.schedule(reading, PERIOD_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void read() {
        scheduled = false;
        if (!channel.isOpen()) {
            return;
        }
        ByteBuffer memInfo = channel.config().getOption(MEMINFO);
        int drops = memInfo.order(ByteOrder.nativeOrder()).getInt(MEMINFO_DROPS * Integer.BYTES);
        if (drops != last) {
            counters.add(Counter.DROPPED_BY_SOCKET, Integer.toUnsignedLong(drops - last));
            last = drops;
        }
    }
}
