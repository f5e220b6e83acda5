package org.urdma4j.tools.rping;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Where a client's memory is, as rping's messages say it: 16 bytes, big-endian.
 *
 * @param addr first byte
 * @param rkey key to reach it with
 * @param length in bytes, unsigned
 */
record PingInfo(long addr, int rkey, int length) {
    /** Bytes of every message. */
    static final int BYTES = 16;

    static PingInfo read(MemorySegment from) {
        ByteBuffer b = from.asByteBuffer();
        return new PingInfo(b.getLong(), b.getInt(), b.getInt());
    }

    void write(MemorySegment to) {
        to.asByteBuffer().putLong(addr).putInt(rkey).putInt(length);
    }
}
