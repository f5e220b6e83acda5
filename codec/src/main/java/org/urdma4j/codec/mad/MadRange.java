package org.urdma4j.codec.mad;

import java.nio.ByteBuffer;

/**
 * Bytes in a management datagram that it doesn't interpret.
 *
 * @param name as the specification has it
 * @param offset from the first byte of the datagram on, its header included
 * @param length in bytes
 */
public record MadRange(String name, int offset, int length) {
    /** Returns a copy of the bytes of the datagram at {@code at}. */
    public byte[] get(ByteBuffer b, int at) {
        byte[] bytes = new byte[length];
        b.get(at + offset, bytes);
        return bytes;
    }

    /**
     * Writes the bytes and zeros behind them.
     *
     * @throws IllegalArgumentException if there are more than {@link #length}
     */
    public void set(ByteBuffer b, int at, byte[] bytes) {
        if (bytes.length > length) {
            throw new IllegalArgumentException(
                    "%s: %d bytes, at most %d fit".formatted(name, bytes.length, length));
        }
        b.put(at + offset, bytes);
        for (int i = bytes.length; i < length; i++) {
            b.put(at + offset + i, (byte) 0);
        }
    }
}
