package org.urdma4j.transport.port.udp;

import io.netty.channel.unix.UnixChannel;

import org.urdma4j.transport.port.linux.DatagramWriter;
import org.urdma4j.transport.wire.AttachedPayload;
import org.urdma4j.transport.wire.TransmitBatch;

/**
 * Sends batches by a call of its own, with the payload that is attached to them gathered from where
 * it lies, which Netty's channel can't do without a buffer for each piece. Confined to the event
 * loop.
 */
final class GatheredDatagrams implements OutboundDatagrams.Gatherer {
    private final UnixChannel channel;
    private final DatagramWriter writer;

    /**
     * Creates it.
     *
     * @param channel with nothing of its own to send at the time
     * @param writer may be that of other channels of the event loop, too
     */
    GatheredDatagrams(UnixChannel channel, DatagramWriter writer) {
        this.channel = channel;
        this.writer = writer;
    }

    @Override
    public boolean send(TransmitBatch batch, boolean segmented) {
        if (!channel.isOpen()) {
            return false; // its descriptor may be another file's by now
        }
        collect(batch);
        AttachedPayload attached = batch.attached();
        UdpRoute route = (UdpRoute) batch.route();
        return writer.send(
                channel.fd().intValue(),
                route.socketAddress(),
                segmented ? batch.length(0) : 0,
                attached.source(0),
                attached.source(1),
                attached.source(2));
    }

    private void collect(TransmitBatch batch) {
        AttachedPayload attached = batch.attached();
        long base = batch.memory().address();
        writer.clear();
        if (attached.isEmpty()) {
            writer.add(base + batch.offset(), batch.bytes());
            return;
        }
        for (int i = 0; i < batch.count(); i++) {
            int from = batch.offset(i);
            int length = attached.length(i);
            if (length > 0) {
                int at = attached.at(i);
                writer.add(base + from, at - from);
                writer.add(attached.address(i), length);
                from = at + length;
            }
            writer.add(base + from, batch.offset(i) + batch.length(i) - from);
        }
    }
}
