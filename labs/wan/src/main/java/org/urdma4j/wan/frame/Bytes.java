package org.urdma4j.wan.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Unsigned fields of headers: of packets in network order, of virtio in the machine's. */
final class Bytes {
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Bytes() {}

    static int u8(MemorySegment memory, long at) {
        return memory.get(ValueLayout.JAVA_BYTE, at) & 0xff;
    }

    static int u16(MemorySegment memory, long at) {
        return memory.get(SHORT, at) & 0xffff;
    }

    static int i32(MemorySegment memory, long at) {
        return memory.get(INT, at);
    }

    static int native16(MemorySegment memory, long at) {
        return memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) & 0xffff;
    }

    static void put8(MemorySegment memory, long at, int value) {
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
    }

    static void put16(MemorySegment memory, long at, int value) {
        memory.set(SHORT, at, (short) value);
    }

    static void put32(MemorySegment memory, long at, int value) {
        memory.set(INT, at, value);
    }

    static void putNative16(MemorySegment memory, long at, int value) {
        memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
    }
}
