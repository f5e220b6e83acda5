package org.urdma4j.measure.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what arrives, looks at it if that is wanted, and drops it. When all is there it sends one
 * byte back: the sender's kernel only knows what ours has received, not what was read.
 */
final class Drain extends ChannelInboundHandlerAdapter {
    private final AtomicLong bytes = new AtomicLong(); // written by the event loop alone
    private final Content expected; // null when nobody looks
    private final long all;

    /**
     * A drain that has seen nothing.
     *
     * @param expected what must arrive; null when nobody looks
     * @param all bytes after which a receipt goes out
     */
    Drain(Content expected, long all) {
        this.expected = expected;
        this.all = all;
    }

    /** Returns how many bytes have come; for any thread. */
    long bytes() {
        return bytes.getAcquire();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws IOException {
        ByteBuf data = (ByteBuf) message;
        try {
            long offset = bytes.getPlain();
            if (expected != null && !expected.matches(offset, data)) {
                throw new IOException(
                        "wrong data among the %d bytes after byte %d"
                                .formatted(data.readableBytes(), offset));
            }
            long now = offset + data.readableBytes();
            bytes.setRelease(now);
            if (offset < all && now >= all) {
                var _ = ctx.writeAndFlush(ctx.alloc().directBuffer(1).writeByte(1));
            }
        } finally {
            data.release();
        }
    }
}
