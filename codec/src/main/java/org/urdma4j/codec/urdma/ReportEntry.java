package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/**
 * An entry of a report: PSNs that have not arrived, as a range or, where they are dense, as a
 * bitmap.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+-----------------------------------------------+
 * |     kind      |                   first PSN                   |
 * +---------------+-----------------------------------------------+
 * |     kind 0: how many PSNs; kind 1: words that follow, 1-32    |
 * +---------------------------------------------------------------+
 * |     kind 1: a bit for each PSN, the first PSN's the most      |
 * |     significant of the first word; 1: missing                 |
 * </pre>
 */
final class ReportEntry {
    static final int RANGE = 0;
    static final int BITMAP = 1;
    static final int MAX_WORDS = 32;
    static final int MAX_BITS = MAX_WORDS * Integer.SIZE;

    /** Length in bytes without the words of a bitmap. */
    static final int LENGTH = 2 * Integer.BYTES;

    private ReportEntry() {}

    static int kind(ByteBuffer b, int at) {
        return b.get(at) & 0xff;
    }

    static int first(ByteBuffer b, int at) {
        return b.getInt(at) & Psn.MASK;
    }

    /** The count of a range or the words of a bitmap, not validated. */
    static int count(ByteBuffer b, int at) {
        return b.getInt(at + Integer.BYTES);
    }

    static int word(ByteBuffer b, int at, int index) {
        return b.getInt(at + LENGTH + (index * Integer.BYTES));
    }

    static void write(ByteBuffer b, int at, int kind, int first, int count) {
        b.putInt(at, (kind << 24) | (first & Psn.MASK));
        b.putInt(at + Integer.BYTES, count);
    }

    static void writeWord(ByteBuffer b, int at, int index, int word) {
        b.putInt(at + LENGTH + (index * Integer.BYTES), word);
    }

    /** Bytes of a bitmap over so many PSNs. */
    static int bitmapLength(int bits) {
        return LENGTH + (words(bits) * Integer.BYTES);
    }

    static int words(int bits) {
        return (bits + Integer.SIZE - 1) / Integer.SIZE;
    }
}
