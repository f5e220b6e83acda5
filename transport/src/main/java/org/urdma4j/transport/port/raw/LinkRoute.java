package org.urdma4j.transport.port.raw;

import org.urdma4j.transport.port.frame.LinkFrames;
import org.urdma4j.transport.port.frame.WholeFrameRoute;
import org.urdma4j.transport.port.linux.VirtioHeader;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The link of a raw port: frames go there as they are. Confined to the event loop. */
final class LinkRoute implements WholeFrameRoute, LinkFrames {
    /** That nothing is left to be done to any of them. */
    private final MemorySegment header = Arena.ofAuto().allocate(VirtioHeader.LENGTH, Short.BYTES);

    private TransmitBatch batch;

    LinkRoute() {
        VirtioHeader.writeComplete(header.asByteBuffer(), 0);
    }

    @Override
    public LinkFrames framesOf(TransmitBatch frames) {
        batch = frames;
        return this;
    }

    @Override
    public boolean isFrom(Object source) {
        return false; // it is no peer
    }

    @Override
    public int count() {
        return batch.count();
    }

    @Override
    public long headerAddress(int i) {
        return header.address();
    }

    @Override
    public int headerLength(int i) {
        return VirtioHeader.LENGTH;
    }

    @Override
    public long payloadAddress(int i) {
        return batch.memory().address() + batch.offset(i);
    }

    @Override
    public int payloadLength(int i) {
        return batch.length(i) - TransmitBatch.ICRC_LENGTH;
    }
}
