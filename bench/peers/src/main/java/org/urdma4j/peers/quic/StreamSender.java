package org.urdma4j.peers.quic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.DefaultQuicStreamFrame;

/** Writes to a stream whatever it takes. On its event loop. */
final class StreamSender extends ChannelInboundHandlerAdapter {
    private static final int CHUNK_BYTES = 256 << 10;

    private final ByteBuf chunk = Unpooled.directBuffer(CHUNK_BYTES).writerIndex(CHUNK_BYTES);
    private long left;
    private boolean writing;

    StreamSender(long bytes) {
        left = bytes;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        write(context);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        write(context);
    }

    private void write(ChannelHandlerContext context) {
        if (writing) {
            return; // a flush below says that there is room again
        }
        writing = true;
        while (left > 0 && context.channel().isWritable()) {
            int length = (int) Math.min(left, CHUNK_BYTES);
            left -= length;
            ByteBuf next = chunk.retainedSlice(0, length);
            var _ = context.writeAndFlush(left > 0 ? next : new DefaultQuicStreamFrame(next, true));
        }
        writing = false;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        chunk.release();
    }
}
