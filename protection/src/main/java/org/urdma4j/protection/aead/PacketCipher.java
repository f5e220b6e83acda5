package org.urdma4j.protection.aead;

import java.lang.foreign.MemorySegment;

/**
 * Seals and opens packets in native memory under one key and IV. The nonce of a packet is the IV
 * xor its number (RFC 8446, 5.3): no number may be sealed twice. Confined to one thread; allocates
 * nothing if it says so in its documentation.
 */
public interface PacketCipher extends AutoCloseable {
    /**
     * Encrypts in place, and writes the tag behind.
     *
     * @param number of the packet, as 64 bits
     * @param associated what is authenticated too, native memory
     * @param memory native memory
     * @param at offset of the plain text
     * @param length its bytes, at least 1; {@link Aead#TAG_BYTES} must follow
     */
    void seal(long number, MemorySegment associated, MemorySegment memory, long at, int length);

    /**
     * As the other one, of a text of which a part lies elsewhere: if the implementation can, the
     * cipher reads it there, and what it writes is the only copy.
     *
     * @param part that belongs between {@code at} and {@code at + length}
     * @return false if the memory of the part is gone; then the number is used up all the same, and
     *     what stands there is to be sent to nobody
     */
    default boolean seal(
            long number,
            MemorySegment associated,
            MemorySegment memory,
            long at,
            int length,
            OutlyingText part) {
        try {
            part.copyTo(memory);
        } catch (IllegalStateException e) {
            if (part.isGone()) {
                return false;
            }
            throw e;
        }
        seal(number, associated, memory, at, length);
        return true;
    }

    /**
     * Decrypts in place if the tag behind is right. If it isn't, what is there afterwards is
     * nothing that may be looked at.
     *
     * @param length bytes of the encrypted text, without the tag
     * @return whether all of it is as it was sealed
     */
    boolean open(long number, MemorySegment associated, MemorySegment memory, long at, int length);

    /** Forgets the key; idempotent. */
    @Override
    void close();
}
