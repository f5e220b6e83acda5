package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/**
 * Reads one part of a report. {@link #wrap} validates all of it: lengths, kinds, and that no PSN
 * outside cumulative and highest is named. So what a peer can cause is bounded by the packet's
 * length: at most 16 calls of the sink for a word of a bitmap, one for a range. Reusable, allocates
 * nothing, not thread-safe.
 */
public final class ReportReader {
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int at;
    private int pendingFirst;
    private int pendingCount;

    /**
     * Puts the reader over a part.
     *
     * @param at where the extended AETH ends
     * @param length bytes from there to the packet's end, the ICRC not counted
     * @return whether the part is well formed and wholly in the buffer; nothing else may be called
     *     if not
     */
    public boolean wrap(ByteBuffer b, int at, int length) {
        buffer = b;
        this.at = at;
        return length >= ReportHeader.LENGTH
                && length <= b.limit() - at
                && Psn.diff(highest(), cumulative()) >= 0
                && entriesValid(length);
    }

    private boolean entriesValid(int length) {
        int end = at + length;
        int entry = at + ReportHeader.LENGTH;
        for (int i = entries(); i > 0; i--) {
            if (end - entry < ReportEntry.LENGTH) {
                return false;
            }
            int bytes = validLength(entry, end);
            if (bytes == 0) {
                return false;
            }
            entry += bytes;
        }
        return entry == end;
    }

    /** The bytes of the entry, or 0 if it is none. */
    private int validLength(int entry, int end) {
        int count = ReportEntry.count(buffer, entry);
        return switch (ReportEntry.kind(buffer, entry)) {
            case ReportEntry.RANGE -> isWithin(entry, count) ? ReportEntry.LENGTH : 0;
            case ReportEntry.BITMAP -> {
                if (count < 1 || count > ReportEntry.MAX_WORDS) {
                    yield 0;
                }
                int bytes = ReportEntry.bitmapLength(count * Integer.SIZE);
                yield bytes <= end - entry && isWithin(entry, bits(entry, count)) ? bytes : 0;
            }
            default -> 0;
        };
    }

    /** The PSNs from a bitmap's first one to its last that is missing. */
    private int bits(int entry, int words) {
        for (int i = words - 1; i >= 0; i--) {
            int word = ReportEntry.word(buffer, entry, i);
            if (word != 0) {
                return ((i + 1) * Integer.SIZE) - Integer.numberOfTrailingZeros(word);
            }
        }
        return 0;
    }

    private boolean isWithin(int entry, int count) {
        int span = Psn.diff(highest(), cumulative());
        int from = Psn.diff(ReportEntry.first(buffer, entry), cumulative());
        return count > 0 && from >= 0 && count <= span - from;
    }

    /**
     * Gives every missing PSN that the part names to the sink, in the order in which it names them;
     * neighbouring ones as one range where they were written as one.
     */
    public void forEach(RangeSink sink) {
        int entry = at + ReportHeader.LENGTH;
        for (int i = entries(); i > 0; i--) {
            int first = ReportEntry.first(buffer, entry);
            int count = ReportEntry.count(buffer, entry);
            if (ReportEntry.kind(buffer, entry) == ReportEntry.RANGE) {
                sink.missing(first, count);
                entry += ReportEntry.LENGTH;
            } else {
                forEachOfBitmap(entry, count, sink);
                entry += ReportEntry.bitmapLength(count * Integer.SIZE);
            }
        }
    }

    private void forEachOfBitmap(int entry, int words, RangeSink sink) {
        int first = ReportEntry.first(buffer, entry);
        pendingCount = 0;
        for (int i = 0; i < words; i++) {
            int word = ReportEntry.word(buffer, entry, i);
            int bit = 0;
            while (bit < Integer.SIZE && (word << bit) != 0) {
                bit += Integer.numberOfLeadingZeros(word << bit);
                int ones = Integer.numberOfLeadingZeros(~(word << bit));
                extend(Psn.add(first, (i * Integer.SIZE) + bit), ones, sink);
                bit += ones;
            }
        }
        flush(sink);
    }

    /** Joins runs of ones across words. */
    private void extend(int first, int count, RangeSink sink) {
        if (pendingCount > 0 && Psn.add(pendingFirst, pendingCount) == first) {
            pendingCount += count;
        } else {
            flush(sink);
            pendingFirst = first;
            pendingCount = count;
        }
    }

    private void flush(RangeSink sink) {
        if (pendingCount > 0) {
            sink.missing(pendingFirst, pendingCount);
        }
        pendingCount = 0;
    }

    /** Returns {@link ReportHeader#number}. */
    public int number() {
        return ReportHeader.number(buffer, at);
    }

    /** Returns {@link ReportHeader#cumulative}. */
    public int cumulative() {
        return ReportHeader.cumulative(buffer, at);
    }

    /** Returns {@link ReportHeader#highest}. */
    public int highest() {
        return ReportHeader.highest(buffer, at);
    }

    /** Returns {@link ReportHeader#packetsReceived}. */
    public int packetsReceived() {
        return ReportHeader.packetsReceived(buffer, at);
    }

    /** Returns {@link ReportHeader#bytesReceived}. */
    public long bytesReceived() {
        return ReportHeader.bytesReceived(buffer, at);
    }

    /** Returns {@link ReportHeader#missing}. */
    public int missing() {
        return ReportHeader.missing(buffer, at);
    }

    /** Returns {@link ReportHeader#repaired}. */
    public int repaired() {
        return ReportHeader.repaired(buffer, at);
    }

    /** Returns {@link ReportHeader#marked}. */
    public int marked() {
        return ReportHeader.marked(buffer, at);
    }

    /** Returns {@link ReportHeader#duplicates}. */
    public int duplicates() {
        return ReportHeader.duplicates(buffer, at);
    }

    /** Returns {@link ReportHeader#receiveLimit}. */
    public int receiveLimit() {
        return ReportHeader.receiveLimit(buffer, at);
    }

    /** Returns {@link ReportHeader#part}. */
    public int part() {
        return ReportHeader.part(buffer, at);
    }

    /** Returns {@link ReportHeader#parts}. */
    public int parts() {
        return ReportHeader.parts(buffer, at);
    }

    /** Returns {@link ReportHeader#entries}. */
    public int entries() {
        return ReportHeader.entries(buffer, at);
    }
}
