package org.urdma4j.transport.rc;

import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.verbs.Gid;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A network header of 36 bytes 0xEE and the length of the packet. */
final class PlainHeader implements NetworkHeader {
    private final byte[] bytes = new byte[LENGTH];

    @Override
    public void of(Object source, int arrivedAt, int transportBytes) {
        Arrays.fill(bytes, (byte) 0xEE);
        ByteBuffer.wrap(bytes).putInt(LENGTH - Integer.BYTES, transportBytes);
    }

    @Override
    public Gid destination(Object source, int arrivedAt) {
        return Gid.ZERO;
    }

    @Override
    public void payloadTo(int offset, MemorySegment to, long toOffset, long n) {
        MemorySegment.copy(MemorySegment.ofArray(bytes), offset, to, toOffset, n);
    }
}
