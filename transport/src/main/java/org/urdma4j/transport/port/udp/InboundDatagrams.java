package org.urdma4j.transport.port.udp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;

import org.urdma4j.transport.port.pipeline.InboundRun;

import java.util.function.LongSupplier;

/**
 * Makes runs of the datagrams of a socket that Netty reads: those that came in one system call lie
 * in one buffer and share the object that tells their sender. What is a run already passes.
 * Confined to the event loop.
 */
final class InboundDatagrams extends ChannelInboundHandlerAdapter {
    private final LongSupplier clock;
    private final InboundRun run = new InboundRun();

    /** The run's first datagram, whose reference keeps the buffer of all. */
    private ByteBuf first;

    InboundDatagrams(LongSupplier clock) {
        this.clock = clock;
    }

    @SuppressWarnings("ReferenceEquality") // not whether the senders are equal
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof InboundRun read) {
            context.fireChannelRead(read);
            return;
        }
        DatagramPacket packet = (DatagramPacket) message;
        ByteBuf content = packet.content();
        if (first != null && run.source() == packet.sender() && run.holds(content)) {
            run.add(content);
            content.release();
            return;
        }
        pass(context);
        first = content;
        run.beginWith(content, packet.sender(), clock.getAsLong());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        pass(context);
        context.fireChannelReadComplete();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        release();
    }

    private void pass(ChannelHandlerContext context) {
        if (first != null) {
            try {
                context.fireChannelRead(run);
            } finally {
                release();
            }
        }
    }

    private void release() {
        if (first != null) {
            first.release();
            first = null;
        }
    }
}
