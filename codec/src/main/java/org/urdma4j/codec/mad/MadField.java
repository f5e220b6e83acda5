package org.urdma4j.codec.mad;

import java.nio.ByteBuffer;

/**
 * A number in a management datagram. The specification gives fields by byte and bit, many of them a
 * few bits wide; so does this class. It works byte by byte, as these messages are rare.
 *
 * @param name as the specification has it
 * @param bit from the first bit of the datagram on, its header included
 * @param width bits, 1 to 64, in at most eight bytes
 */
public record MadField(String name, int bit, int width) {
    /** Checks the place. */
    public MadField {
        if (bit < 0 || width < 1 || bit % Byte.SIZE + width > Long.SIZE) {
            throw new IllegalArgumentException(
                    "%s: %d bits from bit %d on are no field".formatted(name, width, bit));
        }
    }

    /** Returns the value, unsigned, of the datagram at {@code at}. */
    public long get(ByteBuffer b, int at) {
        long bytes = 0;
        for (int i = firstByte(); i <= lastByte(); i++) {
            bytes = (bytes << Byte.SIZE) | (b.get(at + i) & 0xff);
        }
        return (bytes >>> rightOf()) & mask();
    }

    /** Returns the low 32 bits of {@link #get}. */
    public int getInt(ByteBuffer b, int at) {
        return (int) get(b, at);
    }

    /** Writes the value and no other bit; a value too wide loses its high bits. */
    public void set(ByteBuffer b, int at, long value) {
        long keep = ~(mask() << rightOf());
        long bytes = (value & mask()) << rightOf();
        for (int i = lastByte(); i >= firstByte(); i--) {
            b.put(at + i, (byte) ((b.get(at + i) & keep) | bytes));
            keep >>= Byte.SIZE;
            bytes >>>= Byte.SIZE;
        }
    }

    private int firstByte() {
        return bit / Byte.SIZE;
    }

    private int lastByte() {
        return (bit + width - 1) / Byte.SIZE;
    }

    /** Bits of the last byte that follow the field. */
    private int rightOf() {
        return (lastByte() + 1) * Byte.SIZE - bit - width;
    }

    private long mask() {
        return -1L >>> (Long.SIZE - width);
    }
}
