package org.urdma4j.transport.port.udp;

import io.netty.channel.ChannelPipeline;

import org.urdma4j.transport.port.linux.ReceivedDatagrams;
import org.urdma4j.transport.port.pipeline.InboundRun;

import java.net.InetSocketAddress;
import java.util.function.LongSupplier;

/**
 * Passes datagrams to a pipeline, a run for what one sender sent in a row and queues treated alike.
 * Confined to the event loop.
 */
final class ArrivedDatagrams {
    private final ChannelPipeline pipeline;
    private final ReceivedDatagrams received;
    private final DatagramSources sources;
    private final LongSupplier clock;
    private final LongSupplier realtime;
    private final InboundRun run = new InboundRun();

    /**
     * @param clock tells when packets are read
     * @param realtime the time of day, where the socket says by it when they arrived; else null
     */
    ArrivedDatagrams(
            ChannelPipeline pipeline,
            ReceivedDatagrams received,
            DatagramSources sources,
            LongSupplier clock,
            LongSupplier realtime) {
        this.pipeline = pipeline;
        this.received = received;
        this.sources = sources;
        this.clock = clock;
        this.realtime = realtime;
    }

    /** Passes {@code count} datagrams, at least one; their memory is free again afterwards. */
    void pass(int first, int count) {
        // In this order: should this thread lose its processor in between, packets seem to have come
        // too late, by which nobody takes the path for a shorter one than it is.
        long realtimeNs = realtime == null ? 0 : realtime.getAsLong();
        long nowNs = clock.getAsLong();
        InetSocketAddress from = null;
        boolean marked = false;
        long waitedNs = 0;
        for (int i = first; i < first + count; i++) {
            InetSocketAddress source = sources.of(received, i);
            boolean markedNow = received.congestionExperienced(i);
            long waited = realtime == null ? 0 : received.waitedNs(i, realtimeNs);
            if (!source.equals(from) || markedNow != marked || waited != waitedNs) {
                if (from != null) {
                    pipeline.fireChannelRead(run);
                }
                from = source;
                marked = markedNow;
                waitedNs = waited;
                run.begin(received.buffer(), received.memory(), source, nowNs);
                run.congestionExperienced(marked);
                run.waitedNs(waitedNs);
            }
            add(i);
        }
        pipeline.fireChannelRead(run);
    }

    private void add(int i) {
        int at = received.offset(i);
        int length = received.length(i);
        int segment = received.segment(i);
        if (length <= segment) {
            run.add(at, length); // may be empty, which is to be counted
        } else {
            run.addEach(at, at + length, segment);
        }
    }
}
