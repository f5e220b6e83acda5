package org.urdma4j.measure.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;

import java.util.SplittableRandom;

/**
 * What a stream carries: the same random block over and over, which both ends make from the seed.
 * The block lies in direct memory, so that a write hands it to the kernel as it is.
 */
final class Content {
    private final ByteBuf block;

    /** Makes it; to be released by {@link #release}. */
    Content(int bytes, long seed) {
        byte[] random = new byte[bytes];
        new SplittableRandom(seed).nextBytes(random);
        block = PooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes).writeBytes(random);
    }

    int bytes() {
        return block.writerIndex();
    }

    /** Returns the first {@code bytes} of the block, for a write. */
    ByteBuf slice(int bytes) {
        return block.retainedSlice(0, bytes);
    }

    /** Returns whether {@code data} is what stands at this place in the stream. */
    boolean matches(long offset, ByteBuf data) {
        int at = (int) (offset % bytes());
        int left = data.readableBytes();
        int from = data.readerIndex();
        while (left > 0) {
            int length = Math.min(left, bytes() - at);
            if (!ByteBufUtil.equals(block, at, data, from, length)) {
                return false;
            }
            from += length;
            left -= length;
            at = 0;
        }
        return true;
    }

    void release() {
        block.release();
    }
}
