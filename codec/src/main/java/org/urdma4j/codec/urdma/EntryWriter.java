package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Writes the entries of a report, from missing ranges given one at a time. It turns a run of short
 * ranges that lie close together into a bitmap as soon as that is shorter, so the ranges of a
 * stretch are best given in ascending order; any order is right. Reusable, allocates nothing after
 * the first bitmap, not thread-safe.
 */
final class EntryWriter {
    // A range costs as much as two words of a bitmap: 64 PSNs.
    private static final int WORTH_A_RANGE = ReportEntry.LENGTH / Integer.BYTES * Integer.SIZE;

    private static final int[] NONE = {};

    private final int maxEntries;

    /** Bits of the run; made when there is the first bitmap. */
    private int[] words = NONE;

    private ByteBuffer buffer = UrdmaPacket.NOTHING;
    private int next;
    private int limit;
    private int entries;

    // The run that is or may become a bitmap: entries from "run" on, PSNs [runFirst, runEnd).
    private int run;
    private int runEntries;
    private int runFirst;
    private int runBits;
    private boolean bitmap;

    /** Makes a writer of lists of at most so many entries. */
    EntryWriter(int maxEntries) {
        this.maxEntries = maxEntries;
    }

    /** Begins a list at {@code from} that ends at or before {@code end}. */
    void begin(ByteBuffer b, int from, int end) {
        buffer = b;
        next = from;
        limit = end;
        entries = 0;
        endRun();
    }

    /**
     * Adds missing PSNs.
     *
     * @param firstPsn the first of them; the low 24 bits count
     * @param count how many, 1 to {@link Psn#HALF}
     * @return false if the list is full; nothing was added then
     */
    boolean range(long firstPsn, long count) {
        if (count < 1 || count > Psn.HALF) {
            throw new IllegalArgumentException("count " + count);
        }
        int first = (int) firstPsn & Psn.MASK;
        return joinsRun(first, (int) count) || append(first, (int) count);
    }

    int entries() {
        return entries;
    }

    /** Returns the index behind the last entry. */
    int next() {
        return next;
    }

    private boolean joinsRun(int first, int count) {
        if (runEntries == 0) {
            return false;
        }
        int skip = Psn.diff(first, Psn.add(runFirst, runBits));
        if (skip < 0 || skip > WORTH_A_RANGE || skip + count > WORTH_A_RANGE) {
            return false;
        }
        int bits = runBits + skip + count;
        int bytes = ReportEntry.bitmapLength(bits);
        boolean shorter = bitmap || bytes < (runEntries + 1) * ReportEntry.LENGTH;
        if (bits > ReportEntry.MAX_BITS || !shorter || run + bytes > limit) {
            return false;
        }
        if (!bitmap) {
            becomeBitmap();
        }
        setBits(runBits + skip, count);
        runBits = bits;
        writeBitmap();
        return true;
    }

    private boolean append(int first, int count) {
        if (next + ReportEntry.LENGTH > limit || entries == maxEntries) {
            return false;
        }
        int skip = Psn.diff(first, Psn.add(runFirst, runBits));
        boolean continues = runEntries > 0 && !bitmap && skip >= 0;
        int bits = runBits + skip + count;
        if (continues && skip + count <= WORTH_A_RANGE && bits < ReportEntry.MAX_BITS) {
            runEntries++;
            runBits = bits;
        } else if (count <= WORTH_A_RANGE) {
            run = next;
            runEntries = 1;
            runFirst = first;
            runBits = count;
            bitmap = false;
        } else {
            endRun();
        }
        ReportEntry.write(buffer, next, ReportEntry.RANGE, first, count);
        next += ReportEntry.LENGTH;
        entries++;
        return true;
    }

    private void endRun() {
        runEntries = 0;
        bitmap = false;
    }

    /** Reads the run's ranges back into bits. */
    private void becomeBitmap() {
        if (words.length == 0) {
            words = new int[ReportEntry.MAX_WORDS];
        } else {
            Arrays.fill(words, 0);
        }
        for (int i = 0; i < runEntries; i++) {
            int entry = run + (i * ReportEntry.LENGTH);
            int first = Psn.diff(ReportEntry.first(buffer, entry), runFirst);
            setBits(first, ReportEntry.count(buffer, entry));
        }
        entries -= runEntries - 1;
        runEntries = 1;
        bitmap = true;
    }

    private void setBits(int first, int count) {
        for (int bit = first; bit < first + count; bit++) {
            words[bit / Integer.SIZE] |= Integer.MIN_VALUE >>> (bit % Integer.SIZE);
        }
    }

    private void writeBitmap() {
        int n = ReportEntry.words(runBits);
        ReportEntry.write(buffer, run, ReportEntry.BITMAP, runFirst, n);
        for (int i = 0; i < n; i++) {
            ReportEntry.writeWord(buffer, run, i, words[i]);
        }
        next = run + ReportEntry.bitmapLength(runBits);
    }
}
