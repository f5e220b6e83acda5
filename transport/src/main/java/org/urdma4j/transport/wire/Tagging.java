package org.urdma4j.transport.wire;

import org.urdma4j.codec.urdma.VerificationTag;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Puts the peer's {@link VerificationTag} into packets that aren't sealed. */
public final class Tagging implements PacketSealer {
    private final int tag;

    /**
     * Creates it for one connection.
     *
     * @param tag that the peer has offered
     */
    public Tagging(int tag) {
        this.tag = tag;
    }

    @Override
    public int roomBefore() {
        return VerificationTag.LENGTH;
    }

    @Override
    public boolean readsPayload() {
        return false;
    }

    @Override
    public int sealedLength(int length) {
        return length + VerificationTag.LENGTH;
    }

    @Override
    public void seal(MemorySegment memory, ByteBuffer buffer, int at, int length) {
        VerificationTag.insert(buffer, at, tag);
    }
}
