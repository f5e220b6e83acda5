package org.urdma4j.transport.wire;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Seals packets in a {@link TransmitBatch}, each when it is whole, or tags them: behind the
 * profile, before the ICRC. Lengths are from the BTH to the last pad byte, or to what is behind it
 * in a sealed one, without the ICRC. Confined to the event loop.
 */
public interface PacketSealer {
    /** Returns the bytes that a sealed packet begins before the plain one. */
    int roomBefore();

    /** Returns whether {@link #seal} reads payload, which must be in the batch then. */
    default boolean readsPayload() {
        return true;
    }

    int sealedLength(int length);

    /**
     * Seals a packet where it stands.
     *
     * @param memory native memory, of which {@link #roomBefore} bytes before the packet are free,
     *     and behind it as many as {@link #sealedLength} adds
     * @param buffer the same bytes
     * @param at offset of its BTH
     */
    void seal(MemorySegment memory, ByteBuffer buffer, int at, int length);
}
