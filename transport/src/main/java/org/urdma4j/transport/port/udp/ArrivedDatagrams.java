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
    private final InboundRun run = new InboundRun();

    ArrivedDatagrams(
            ChannelPipeline pipeline,
            ReceivedDatagrams received,
            DatagramSources sources,
            LongSupplier clock) {
        this.pipeline = pipeline;
        this.received = received;
        this.sources = sources;
        this.clock = clock;
    }

    /** Passes {@code count} datagrams, at least one; their memory is free again afterwards. */
    void pass(int first, int count) {
        long nowNs = clock.getAsLong();
        InetSocketAddress from = null;
        boolean marked = false;
        for (int i = first; i < first + count; i++) {
            InetSocketAddress source = sources.of(received, i);
            boolean markedNow = received.congestionExperienced(i);
            if (!source.equals(from) || markedNow != marked) {
                if (from != null) {
                    pipeline.fireChannelRead(run);
                }
                from = source;
                marked = markedNow;
                run.begin(received.buffer(), received.memory(), source, nowNs);
                run.congestionExperienced(marked);
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
