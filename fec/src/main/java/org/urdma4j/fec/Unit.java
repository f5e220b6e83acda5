package org.urdma4j.fec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * An XOR of units. A unit is what is coded of a packet: 4 bytes of header (opcode, flags, length of
 * the coded bytes, big-endian) and the coded bytes, zero from there on. Only the first bytes of it
 * are held where payload goes by reference, for the rest does not exist.
 */
final class Unit {
    private static final ValueLayout.OfInt HEADER =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /** What is held of a unit when payload goes by reference: all that headers can take. */
    private static final int REFERENCE_BYTES = 32;

    private final MemorySegment segment;
    private int length;

    Unit(int bytes) {
        // Longs, so that the start is aligned; a whole number of them holds any unit.
        segment = MemorySegment.ofArray(new long[(bytes + Long.BYTES - 1) / Long.BYTES]);
    }

    /** Returns how many bytes are held of a unit of {@code unitSize}. */
    static int heldBytes(int unitSize, boolean payloadPresent) {
        return payloadPresent ? unitSize : Math.min(unitSize, REFERENCE_BYTES);
    }

    void clear() {
        segment.fill((byte) 0);
        length = 0;
    }

    /** Enters a unit's header; a unit is as long as the longest that entered. */
    void enterHeader(int opcode, int flags, int codedLength) {
        int value = (opcode & 0xFF) << 24 | (flags & 0xFF) << 16 | codedLength;
        segment.set(HEADER, 0, segment.get(HEADER, 0) ^ value);
        length = Math.max(length, FecScheme.UNIT_HEADER_BYTES + codedLength);
    }

    /** Enters bytes that stand at {@code offset} in their unit; what isn't held is left out. */
    void enter(int offset, MemorySegment from, long at, int n) {
        int held = (int) Math.min(n, segment.byteSize() - offset);
        if (held > 0) {
            Xor.into(segment, offset, from, at, held);
        }
    }

    /** Enters another unit, {@code wholeLength} long, of which {@code from} holds the start. */
    void enterUnit(MemorySegment from, long at, int wholeLength) {
        enter(0, from, at, (int) Math.min(wholeLength, segment.byteSize()));
        length = Math.max(length, wholeLength);
    }

    /**
     * Returns whether this can be one packet's unit: its length is possible and all that is held
     * beyond it is zero.
     */
    boolean plausible() {
        int end = FecScheme.UNIT_HEADER_BYTES + codedLength();
        return end <= length && Xor.zero(segment, end, segment.byteSize());
    }

    MemorySegment segment() {
        return segment;
    }

    /** Returns the bytes up to the end of the longest unit that entered. */
    int length() {
        return length;
    }

    int opcode() {
        return segment.get(HEADER, 0) >>> 24;
    }

    int flags() {
        return (segment.get(HEADER, 0) >>> 16) & 0xFF;
    }

    int codedLength() {
        return segment.get(HEADER, 0) & 0xFFFF;
    }
}
