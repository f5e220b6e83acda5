package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/**
 * Reads the entries of a report: first whether they are sound and name nothing outside a window,
 * then what they name. Reusable, allocates nothing, not thread-safe.
 */
final class EntryReader {
    private ByteBuffer buffer = UrdmaPacket.NOTHING;
    private int from;
    private int entries;
    private int pendingFirst;
    private int pendingCount;

    /**
     * Puts the reader over a list.
     *
     * @param count how many entries it has
     * @param end where the list ends at the latest, within the buffer
     * @param cumulative the first PSN that may be named, 24 bits
     * @param span how many may be named from there on, less than {@link Psn#HALF}
     * @return the index behind the list, or -1 if it is unsound or names another PSN
     */
    int wrap(ByteBuffer b, int at, int count, int end, int cumulative, int span) {
        buffer = b;
        from = at;
        entries = count;
        int entry = at;
        for (int i = count; i > 0; i--) {
            int bytes = end - entry < ReportEntry.LENGTH ? 0 : soundLength(entry, end);
            if (bytes == 0 || !isWithin(entry, cumulative, span)) {
                return -1;
            }
            entry += bytes;
        }
        return entry;
    }

    /** The bytes of the entry, or 0 if it is none. */
    private int soundLength(int entry, int end) {
        int count = ReportEntry.count(buffer, entry);
        return switch (ReportEntry.kind(buffer, entry)) {
            case ReportEntry.RANGE -> ReportEntry.LENGTH;
            case ReportEntry.BITMAP -> {
                if (count < 1 || count > ReportEntry.MAX_WORDS) {
                    yield 0;
                }
                int bytes = ReportEntry.bitmapLength(count * Integer.SIZE);
                yield bytes <= end - entry ? bytes : 0;
            }
            default -> 0;
        };
    }

    private boolean isWithin(int entry, int cumulative, int span) {
        int count = ReportEntry.count(buffer, entry);
        int psns =
                ReportEntry.kind(buffer, entry) == ReportEntry.RANGE ? count : bits(entry, count);
        int first = Psn.diff(ReportEntry.first(buffer, entry), cumulative);
        return psns > 0 && first >= 0 && psns <= span - first;
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

    /**
     * Gives every missing PSN that the list names to the sink, in the order in which it names them;
     * neighbouring ones as one range where they were written as one.
     */
    void forEach(RangeSink sink) {
        int entry = from;
        for (int i = entries; i > 0; i--) {
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
}
