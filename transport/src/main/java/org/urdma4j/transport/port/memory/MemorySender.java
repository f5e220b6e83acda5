package org.urdma4j.transport.port.memory;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;

import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.pipeline.IcrcStamp;
import org.urdma4j.transport.port.pipeline.PacketIntake;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;

import java.lang.foreign.MemorySegment;

/**
 * Copies batches into pooled buffers and puts them into the inbox of whoever has the address.
 * Confined to the event loop.
 */
final class MemorySender implements ShardDriver.Transmitter {
    private final MemoryNetwork network;
    private final Gid source;
    private final IcrcStamp stamp;

    MemorySender(MemoryNetwork network, Gid source) {
        this.network = network;
        this.source = source;
        this.stamp = new IcrcStamp(network.icrc());
    }

    @Override
    public void send(TransmitBatch batch) {
        MemoryInbox inbox = network.inbox(((MemoryRoute) batch.route()).destination());
        if (inbox == null) {
            return;
        }
        stamp.stamp(batch, null, false);
        inbox.put(new MemoryFrames(copy(batch), batch.count(), batch.length(0), source));
    }

    private static ByteBuf copy(TransmitBatch batch) {
        int bytes = batch.bytes();
        ByteBuf packets = PooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
        MemorySegment to = PacketIntake.memory(packets.memoryAddress(), bytes);
        MemorySegment.copy(batch.memory(), 0, to, 0, bytes);
        return packets.writerIndex(bytes);
    }
}
