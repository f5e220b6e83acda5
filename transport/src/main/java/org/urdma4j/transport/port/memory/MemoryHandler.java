package org.urdma4j.transport.port.memory;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

import org.urdma4j.transport.port.pipeline.InboundRun;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Copies batches into pooled buffers and puts them into the inbox of whoever has the address; makes
 * runs of what others have put into ours. Confined to the event loop.
 */
final class MemoryHandler extends ChannelDuplexHandler {
    private final MemoryNetwork network;
    private final Gid source;
    private final LongSupplier clock;
    private final Optional<OutboundStage> stage;
    private final InboundRun run = new InboundRun();

    MemoryHandler(
            MemoryNetwork network, Gid source, LongSupplier clock, Optional<OutboundStage> stage) {
        this.network = network;
        this.source = source;
        this.clock = clock;
        this.stage = stage;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        MemoryFrames frames = (MemoryFrames) message;
        ByteBuf packets = frames.content();
        try {
            run.begin(packets, frames.source(), clock.getAsLong());
            int at = run.start() + packets.readerIndex();
            run.addEach(at, at + packets.readableBytes(), frames.length());
            context.fireChannelRead(run);
        } finally {
            packets.release();
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        TransmitBatch batch = ((OutboundRun) message).batch();
        MemoryInbox inbox = network.inbox(((MemoryRoute) batch.route()).destination());
        if (inbox != null && stage.isPresent()) {
            putSingly(batch, stage.get(), inbox);
        } else if (inbox != null) {
            ByteBuf packets = copy(batch, batch.offset(), batch.bytes());
            inbox.put(new MemoryFrames(packets, batch.count(), batch.length(0), source));
        }
        promise.setSuccess();
    }

    private void putSingly(TransmitBatch batch, OutboundStage through, MemoryInbox inbox) {
        for (int i = 0; i < batch.count(); i++) {
            int length = batch.length(i);
            ByteBuf packet = copy(batch, batch.offset(i), length);
            through.offer(
                    new MemoryFrames(packet, 1, length, source),
                    one -> inbox.put((MemoryFrames) one));
        }
    }

    private static ByteBuf copy(TransmitBatch batch, int offset, int bytes) {
        ByteBuf packets = PooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
        return packets.writeBytes(batch.buffer().slice(offset, bytes));
    }
}
