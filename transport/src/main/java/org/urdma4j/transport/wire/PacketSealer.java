package org.urdma4j.transport.wire;

import org.urdma4j.protection.aead.OutlyingText;

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

    /** Returns whether sealing reads payload: then it isn't left to the sender of a batch. */
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

    /**
     * As the other one, of a packet whose payload, or part of it, is elsewhere.
     *
     * @return false if it is gone; then there is no packet
     */
    default boolean seal(
            MemorySegment memory, ByteBuffer buffer, int at, int length, OutlyingText part) {
        throw new UnsupportedOperationException("such packets are whole");
    }
}
