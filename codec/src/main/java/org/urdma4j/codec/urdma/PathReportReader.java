package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/**
 * Reads a REPORT_PATHS packet. {@link #wrap} validates all of it: lengths, kinds, and that no PPN
 * outside a path's cumulative and highest is named. Then {@link #next} goes from path to path; the
 * accessors are about the one that it went to last. What a peer can cause is bounded by the
 * packet's length, as with {@link ReportReader}. Reusable, allocates nothing, not thread-safe.
 */
public final class PathReportReader {
    private final EntryReader list = new EntryReader();
    private ByteBuffer buffer = UrdmaPacket.NOTHING;
    private int at;
    private int end;
    private int block;
    private int next;

    /**
     * Puts the reader over a report, before its first path.
     *
     * @param at where the BTH ends
     * @param length bytes from there to the packet's end, the ICRC not counted
     * @return whether the report is well formed and wholly in the buffer; nothing else may be
     *     called if not
     */
    public boolean wrap(ByteBuffer b, int at, int length) {
        buffer = b;
        this.at = at;
        if (length < PathReportWriter.HEADER || length > b.limit() - at) {
            return false;
        }
        end = at + length;
        int from = at + PathReportWriter.HEADER;
        while (from != end) {
            from = take(from);
            if (from < 0) {
                return false;
            }
        }
        next = at + PathReportWriter.HEADER;
        return true;
    }

    /** Puts the list over a block's entries; the index behind it, or -1 if it is unsound. */
    private int take(int from) {
        if (end - from < PathReportBlock.LENGTH) {
            return -1;
        }
        block = from;
        int span = highest() - cumulative();
        if (span < 0 || span >= Psn.HALF) {
            return -1;
        }
        int entries = from + PathReportBlock.LENGTH;
        int count = PathReportBlock.entries(buffer, from);
        return list.wrap(buffer, entries, count, end, cumulative() & Psn.MASK, span);
    }

    /** Goes to the next path; false: there is none. */
    public boolean next() {
        if (next == end) {
            return false;
        }
        next = take(next);
        return true;
    }

    /** Returns the receiver's clock when the report left it, in units of {@link Timestamp}. */
    public int t3() {
        return buffer.getInt(at);
    }

    /** Returns which path this is about, 0 to 255. */
    public int path() {
        return buffer.get(block + PathReportBlock.PATH) & 0xff;
    }

    /** Returns the PPN before which nothing is waited for, modulo 2^32. */
    public int cumulative() {
        return buffer.getInt(block + PathReportBlock.CUMULATIVE);
    }

    /** Returns the PPN after the highest one seen, modulo 2^32. */
    public int highest() {
        return buffer.getInt(block + PathReportBlock.HIGHEST);
    }

    /** Returns the newest T1 of the packets that came on the path. */
    public int newestT1() {
        return buffer.getInt(block + PathReportBlock.NEWEST_T1);
    }

    /** Returns the receiver's clock when that packet came, less its T1. */
    public int ts() {
        return buffer.getInt(block + PathReportBlock.TS);
    }

    /** Returns how many packets came on the path, modulo 2^32. */
    public int received() {
        return buffer.getInt(block + PathReportBlock.RECEIVED);
    }

    /** Returns the bytes of those packets, each from BTH to ICRC. */
    public long bytes() {
        return buffer.getLong(block + PathReportBlock.BYTES);
    }

    /** Returns how many packets did not come, modulo 2^32. */
    public int missing() {
        return buffer.getInt(block + PathReportBlock.MISSING);
    }

    /** Returns how many packets came marked for congestion, modulo 2^32. */
    public int marked() {
        return buffer.getInt(block + PathReportBlock.MARKED);
    }

    /** Gives every PPN of this path that is named as missing to the sink, 24 bits of each. */
    public void forEach(RangeSink sink) {
        list.forEach(sink);
    }
}
