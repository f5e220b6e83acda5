package org.urdma4j.tunnel.cell;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Makes frames of the texts of cells that come in some order, some of them not at all. Those that
 * come too early are kept until the missing ones come, {@link #HOLD_NS} at most, and within a
 * window of numbers; then these are lost, and with them the frames that they carried a part of.
 * Memory is bounded. Not thread-safe; allocates when the first cell comes too early.
 */
public final class CellReader {
    /** How long later cells are kept while earlier ones are missing. */
    public static final long HOLD_NS = 3_000_000;

    /** When nothing is to be done. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int MOST_CELLS = 1024;
    private static final int MOST_BYTES = 4 << 20;

    private final FrameAssembly assembly;
    private ByteBuffer kept;
    private int[] lengths = {};
    private long[] cameNs = {};
    private int textLength;
    private int window;
    private int count;

    /** The number that is delivered next, and the first one that is kept. */
    private long next;

    private long firstKept;
    private long lost;
    private long late;
    private long malformed;

    /**
     * Creates one.
     *
     * @param frame room for a frame of {@link CellText#LONGEST_FRAME}
     * @param sink is given each frame, which is in there
     */
    public CellReader(ByteBuffer frame, FrameSink sink) {
        assembly = new FrameAssembly(frame, sink);
    }

    /** A sender begins anew: what is kept and unfinished is forgotten. */
    public void reset() {
        assembly.gap();
        Arrays.fill(lengths, 0);
        kept = null;
        count = 0;
        textLength = 0;
        next = 0;
    }

    /** Takes the text of a genuine cell, which is copied if it is to be kept. */
    public void onCell(ByteBuffer b, int at, int length, long nowNs) {
        if (textLength == 0 && length >= CellText.LEAST && length <= CellText.MOST) {
            begin(CellText.sequence(b, at), length);
        }
        if (textLength == 0 || length != textLength) {
            malformed++;
            return;
        }
        int ahead = CellText.sequence(b, at) - (int) next;
        if (ahead < 0) {
            late++;
            return;
        }
        if (ahead == 0) {
            assembly.take(b, at, length);
            next++;
            deliver();
            return;
        }
        long number = next + ahead;
        if (ahead >= window) {
            skipTo(number - window + 1);
        }
        keep(b, at, number, nowNs);
        deliver();
    }

    /** What was sent before the first that comes here wasn't for this end. */
    private void begin(int sequence, int length) {
        next = Integer.toUnsignedLong(sequence);
        textLength = length;
        window = Math.min(MOST_CELLS, Integer.highestOneBit(MOST_BYTES / length));
        lengths = new int[window];
        cameNs = new long[window];
    }

    private int slot(long number) {
        return (int) number & window - 1;
    }

    private void keep(ByteBuffer b, int at, long number, long nowNs) {
        if (kept == null) {
            kept = ByteBuffer.allocateDirect(window * textLength);
        }
        int slot = slot(number);
        if (lengths[slot] != 0) {
            late++;
            return;
        }
        kept.put(slot * textLength, b, at, textLength);
        lengths[slot] = textLength;
        cameNs[slot] = nowNs;
        firstKept = count == 0 ? number : Math.min(firstKept, number);
        count++;
    }

    /** Delivers what is kept from the next number on, to the first that is missing. */
    private void deliver() {
        while (count > 0 && lengths[slot(next)] != 0) {
            int slot = slot(next);
            assembly.take(kept, slot * textLength, textLength);
            lengths[slot] = 0;
            count--;
            next++;
        }
        if (count > 0 && firstKept < next) {
            firstKept = next;
            while (lengths[slot(firstKept)] == 0) {
                firstKept++;
            }
        }
    }

    /** Gives up what is missing before a number. */
    private void skipTo(long number) {
        while (next < number) {
            long until = count > 0 ? Math.min(firstKept, number) : number;
            if (until > next) {
                lost += until - next;
                assembly.gap();
                next = until;
            }
            deliver();
        }
    }

    /** Gives up what has been missing for too long. */
    public void onTimer(long nowNs) {
        while (count > 0 && nowNs - nextDeadlineNs() >= 0) {
            skipTo(firstKept);
            deliver();
        }
    }

    /** Returns when {@link #onTimer} has something to do, or {@link #NEVER}. */
    public long nextDeadlineNs() {
        return count == 0 ? NEVER : cameNs[slot(firstKept)] + HOLD_NS;
    }

    /** Returns how many frames came whole. */
    public long frames() {
        return assembly.frames();
    }

    public long frameBytes() {
        return assembly.bytes();
    }

    /** Returns how many frames began and didn't end; of others that are lost nobody knows. */
    public long framesLost() {
        return assembly.lost();
    }

    /** Returns how many cells didn't come, or too late. */
    public long cellsLost() {
        return lost;
    }

    /** Returns how many came after they were given up, or twice. */
    public long cellsLate() {
        return late;
    }

    public long padding() {
        return assembly.padding();
    }

    /** Returns how many were no cells of this tunnel, though they were genuine. */
    public long malformed() {
        return malformed + assembly.malformed();
    }
}
