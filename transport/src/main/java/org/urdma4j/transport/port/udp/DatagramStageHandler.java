package org.urdma4j.transport.port.udp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;

import org.urdma4j.transport.port.pipeline.OutboundStage;

/**
 * Leads what a port sends through an outbound stage. Each packet is copied, since the memory that
 * it lies in is written anew as soon as the write is done.
 */
final class DatagramStageHandler extends ChannelOutboundHandlerAdapter {
    private final OutboundStage stage;

    DatagramStageHandler(OutboundStage stage) {
        this.stage = stage;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        DatagramPacket packet = (DatagramPacket) message;
        DatagramPacket copy = packet.copy();
        packet.release();
        stage.offer(
                copy,
                one -> {
                    var _ = context.write(one);
                });
        promise.setSuccess();
    }
}
