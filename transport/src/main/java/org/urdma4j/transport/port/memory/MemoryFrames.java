package org.urdma4j.transport.port.memory;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;

import org.urdma4j.verbs.Gid;

/** Packets on their way through memory, back to back, each from its BTH to its ICRC. */
final class MemoryFrames extends DefaultByteBufHolder {
    private final int count;
    private final int length;
    private final Gid source;

    /**
     * Creates packets.
     *
     * @param packets one reference goes with this object
     * @param count how many
     * @param length of each but the last, which may be shorter
     * @param source who sent them
     */
    MemoryFrames(ByteBuf packets, int count, int length, Gid source) {
        super(packets);
        this.count = count;
        this.length = length;
        this.source = source;
    }

    @Override
    public MemoryFrames replace(ByteBuf content) {
        return new MemoryFrames(content, count, length, source);
    }

    int count() {
        return count;
    }

    int length() {
        return length;
    }

    Gid source() {
        return source;
    }
}
