package org.urdma4j.transport.port.udp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;

/**
 * Makes datagrams of a run: one that the kernel cuts, or one for each packet. Of the latter, each
 * that the system refuses is counted here. What can leave at once goes by {@link
 * GatheredDatagrams}, if there is such; what can't has its payload completed first. Confined to the
 * event loop.
 */
final class OutboundDatagrams extends ChannelOutboundHandlerAdapter
        implements ChannelFutureListener {
    /** Sends by a call of its own, with payload from where it lies. */
    @FunctionalInterface
    interface Gatherer {
        /**
         * Sends a batch whose ICRCs are filled in.
         *
         * @param segmented whether the kernel is to cut it; otherwise it is one packet
         * @return false if the kernel doesn't take it as it is, for whatever reason
         * @throws IllegalStateException if the memory is gone
         */
        boolean send(TransmitBatch batch, boolean segmented);
    }

    /** Says whether queues may mark what the socket sends from now on. */
    @FunctionalInterface
    interface Marking {
        /** Says so before a batch leaves. */
        void allow(boolean marks);
    }

    /** Leaves everything to the channel. */
    static final Gatherer NONE = (_, _) -> false;

    /** Leaves the socket's traffic class as it is. */
    static final Marking UNMARKED = _ -> {};

    private final ByteBuf bytes;
    private final Counters counters;
    private final Gatherer gatherer;
    private final Marking marking;
    private ChannelPromise all;
    private int outstanding;

    /**
     * Creates a handler.
     *
     * @param memory where all batches lie
     * @param gatherer {@link #NONE} if there is no such way
     * @param marking {@link #UNMARKED} if all packets are alike
     */
    OutboundDatagrams(MemorySegment memory, Counters counters, Gatherer gatherer, Marking marking) {
        this.bytes = Unpooled.wrappedBuffer(memory.asByteBuffer());
        this.counters = counters;
        this.gatherer = gatherer;
        this.marking = marking;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        OutboundRun run = (OutboundRun) message;
        TransmitBatch batch = run.batch();
        UdpRoute route = (UdpRoute) batch.route();
        marking.allow(route.allowsMarks());
        if (leaves(run)) {
            promise.setSuccess();
            return;
        }
        InetSocketAddress to = route.remote();
        bytes.setIndex(batch.offset(), batch.offset() + batch.bytes());
        if (run.isSegmented()) {
            int length = batch.length(0);
            var _ = context.write(new SegmentedDatagramPacket(bytes.retain(), length, to), promise);
        } else if (batch.count() == 1) {
            var _ = context.write(new DatagramPacket(bytes.retain(), to), promise);
        } else {
            writeSingly(context, batch, to, promise);
        }
    }

    /**
     * Sends a batch, if it can leave now. If not, payload that is attached is in its place
     * afterwards.
     *
     * @throws IllegalStateException if the memory is gone
     */
    private boolean leaves(OutboundRun run) {
        TransmitBatch batch = run.batch();
        if ((run.isSegmented() || batch.count() == 1) && gatherer.send(batch, run.isSegmented())) {
            batch.detach();
            return true;
        }
        batch.settle();
        if (!batch.attached().isEmpty()) {
            throw new IllegalStateException("memory was closed before it was sent");
        }
        return false;
    }

    private void writeSingly(
            ChannelHandlerContext context,
            TransmitBatch batch,
            InetSocketAddress to,
            ChannelPromise promise) {
        all = promise;
        outstanding = batch.count();
        for (int i = 0; i < batch.count(); i++) {
            ByteBuf packet = bytes.retainedSlice(batch.offset(i), batch.length(i));
            context.write(new DatagramPacket(packet, to)).addListener(this);
        }
    }

    @Override
    public void operationComplete(ChannelFuture future) {
        if (!future.isSuccess()) {
            counters.increment(Counter.SEND_ERR);
        }
        if (--outstanding == 0) {
            all.setSuccess();
        }
    }
}
