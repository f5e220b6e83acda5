package org.urdma4j.bench.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what arrives, looks at it if that is wanted, and drops it. */
final class Drain extends ChannelInboundHandlerAdapter {
    private final AtomicLong bytes = new AtomicLong(); // written by the event loop alone
    private final Content expected; // null when nobody looks

    Drain(Content expected) {
        this.expected = expected;
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
            bytes.setRelease(offset + data.readableBytes());
        } finally {
            data.release();
        }
    }
}
