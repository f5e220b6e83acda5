package org.urdma4j.fec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What is coded of a packet, or the XOR of several of that: 4 bytes of header (opcode, flags,
 * length of the coded bytes, big-endian) and the coded bytes, zero from there on. Only the first
 * bytes of it are held where payload goes by reference, for the rest does not exist.
 *
 * <p>A packet's unit is first put together in a unit of its own and then entered into parities as a
 * whole, by words: its pieces stand at any offset and come from any kind of memory.
 */
final class Unit {
    private static final ValueLayout.OfInt HEADER =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /** What is held of a unit when payload goes by reference: all that headers can take. */
    private static final int REFERENCE_BYTES = 32;

    private final long[] words;
    private final MemorySegment segment;
    private int length;

    Unit(int bytes) {
        words = new long[(bytes + Long.BYTES - 1) / Long.BYTES];
        segment = MemorySegment.ofArray(words);
    }

    /** Returns how many bytes are held of a unit of {@code unitSize}. */
    static int heldBytes(int unitSize, boolean payloadPresent) {
        return payloadPresent ? unitSize : Math.min(unitSize, REFERENCE_BYTES);
    }

    /** Makes this the XOR of nothing. */
    void clear() {
        Arrays.fill(words, 0);
        length = 0;
    }

    /** Makes this the unit of a packet with no bytes yet. */
    void begin(int opcode, int flags, int codedLength) {
        begin(FecScheme.UNIT_HEADER_BYTES + codedLength);
        segment.set(HEADER, 0, (opcode & 0xFF) << 24 | (flags & 0xFF) << 16 | codedLength);
    }

    /** Puts bytes in place; what isn't held is left out. */
    void put(int offset, MemorySegment from, long at, int n) {
        long held = Math.min(n, segment.byteSize() - offset);
        if (held > 0) {
            MemorySegment.copy(from, at, segment, offset, held);
        }
    }

    /** Makes this a unit that is {@code length} long, of which {@code from} has what is held. */
    void load(MemorySegment from, long at, int length) {
        begin(length);
        put(0, from, at, length);
    }

    /** XORs another unit into this one, which is then as long as the longer of both. */
    void enter(Unit other) {
        Xor.into(words, other.words, other.usedWords());
        length = Math.max(length, other.length);
    }

    /** Ends a decoded unit where its header says; false if it can't be one packet's unit. */
    boolean trim() {
        int end = FecScheme.UNIT_HEADER_BYTES + codedLength();
        if (end > length || !isZeroFrom(end)) {
            return false;
        }
        length = end;
        return true;
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

    private void begin(int newLength) {
        length = newLength;
        Arrays.fill(words, 0, usedWords(), 0);
    }

    private int usedWords() {
        return Math.min(words.length, (length + Long.BYTES - 1) / Long.BYTES);
    }

    private boolean isZeroFrom(int begin) {
        for (long i = begin; i < segment.byteSize(); i++) {
            if (segment.get(ValueLayout.JAVA_BYTE, i) != 0) {
                return false;
            }
        }
        return true;
    }
}
