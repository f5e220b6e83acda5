package org.urdma4j.codec.icrc;

import java.nio.ByteBuffer;

/**
 * A stretch of a packet whose bytes are not in the packet's buffer but in another one, as those of
 * a payload that is sent from where it lies. The packet's buffer has room for them, which isn't
 * read. Reused; not thread-safe.
 */
public final class OutlyingPart {
    private ByteBuffer bytes;
    private int from;
    private int at;
    private int length;

    /**
     * Turns to a part.
     *
     * @param packetAt index in the packet's buffer at which it would begin; not before the end of
     *     the BTH
     * @param n bytes of it
     * @param buffer where they are; position and limit are the same afterwards
     * @param bufferAt index of the first
     */
    public void set(int packetAt, int n, ByteBuffer buffer, int bufferAt) {
        at = packetAt;
        length = n;
        bytes = buffer;
        from = bufferAt;
    }

    int at() {
        return at;
    }

    int end() {
        return at + length;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return from + length;
    }
}
