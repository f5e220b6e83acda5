package org.urdma4j.transport.port.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;
import io.netty.buffer.Unpooled;

/** A frame that goes through an outbound stage: its content, from BTH to ICRC, may be changed. */
final class StagedFrame extends DefaultByteBufHolder implements LinkFrames {
    private final ByteBuf header;

    private StagedFrame(ByteBuf header, ByteBuf content) {
        super(content);
        this.header = header;
    }

    /** Copies frame {@code i}. */
    static StagedFrame of(OutboundFrames frames, int i, ByteBuf content) {
        int length = frames.headerLength(i);
        ByteBuf header = Unpooled.directBuffer(length);
        header.writeBytes(frames.headers().slice(frames.headerOffset(i), length));
        return new StagedFrame(header, content);
    }

    /** The header is never changed, and so shared; the collector frees it. */
    @Override
    public StagedFrame replace(ByteBuf content) {
        return new StagedFrame(header, content);
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public long headerAddress(int i) {
        return header.memoryAddress();
    }

    @Override
    public int headerLength(int i) {
        return header.readableBytes();
    }

    @Override
    public long payloadAddress(int i) {
        return content().memoryAddress() + content().readerIndex();
    }

    @Override
    public int payloadLength(int i) {
        return content().readableBytes();
    }
}
