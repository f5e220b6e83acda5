package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * Writes a REPORT_PATHS packet from behind its BTH: {@link #begin}, then for each path {@link
 * #path} and {@link #range} until either returns false, and {@link #end}. What did not fit goes
 * into the next report. Reusable, allocates nothing after its creation, not thread-safe.
 */
public final class PathReportWriter {
    /** Bytes from the end of the BTH to the first block: T3. */
    static final int HEADER = Integer.BYTES;

    private static final int NONE = -1;

    private final EntryWriter list = new EntryWriter(PathReportBlock.MAX_ENTRIES);
    private ByteBuffer buffer = UrdmaPacket.NOTHING;
    private int at;
    private int next;
    private int limit;
    private int block = NONE;

    /**
     * Begins a report.
     *
     * @param at where the BTH ends
     * @param capacity bytes from there that the report may take, at least 4
     * @param t3 when the report leaves, in units of {@link Timestamp}
     * @throws IllegalArgumentException if the capacity is less
     */
    public void begin(ByteBuffer b, int at, int capacity, int t3) {
        if (capacity < HEADER) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        buffer = b;
        this.at = at;
        next = at + HEADER;
        limit = at + capacity;
        block = NONE;
        b.putInt(at, t3);
    }

    /**
     * Begins what is said of a path.
     *
     * @param path 0 to 255
     * @param cumulative PPN before which nothing is waited for; the low 32 bits count
     * @param highest one more than the highest PPN seen, less than 2^23 after {@code cumulative}
     * @param newestT1 T1 of the packet that left last of those that came, as it came
     * @param ts the receiver's clock when it came less T1, in units of {@link Timestamp}
     * @param received packets that came; the low 32 bits count
     * @param bytes bytes of those packets, each from BTH to ICRC
     * @param missing packets that did not come; the low 32 bits count
     * @param marked packets that came marked for congestion; the low 32 bits count
     * @return false if it doesn't fit any more; nothing was added then
     */
    public boolean path(
            int path,
            long cumulative,
            long highest,
            int newestT1,
            int ts,
            long received,
            long bytes,
            long missing,
            long marked) {
        endBlock();
        if (next + PathReportBlock.LENGTH > limit) {
            return false;
        }
        block = next;
        buffer.putInt(block, path << 24);
        buffer.putInt(block + PathReportBlock.CUMULATIVE, (int) cumulative);
        buffer.putInt(block + PathReportBlock.HIGHEST, (int) highest);
        buffer.putInt(block + PathReportBlock.NEWEST_T1, newestT1);
        buffer.putInt(block + PathReportBlock.TS, ts);
        buffer.putInt(block + PathReportBlock.RECEIVED, (int) received);
        buffer.putLong(block + PathReportBlock.BYTES, bytes);
        buffer.putInt(block + PathReportBlock.MISSING, (int) missing);
        buffer.putInt(block + PathReportBlock.MARKED, (int) marked);
        list.begin(buffer, block + PathReportBlock.LENGTH, limit);
        return true;
    }

    /**
     * Adds missing PPNs of the path that {@link #path} began last, best in ascending order.
     *
     * @param firstPpn the first of them; the low 24 bits count
     * @param count how many, 1 to 2^23
     * @return false if the packet or the path's block is full; nothing was added then
     * @throws IllegalArgumentException if the count is none
     * @throws IllegalStateException if no path was begun, or did not fit
     */
    public boolean range(long firstPpn, long count) {
        if (block == NONE) {
            throw new IllegalStateException("no path");
        }
        return list.range(firstPpn, count);
    }

    /** Ends the report; returns its bytes from {@code at} on, a multiple of four. */
    public int end() {
        endBlock();
        return next - at;
    }

    private void endBlock() {
        if (block != NONE) {
            PathReportBlock.writeEntries(buffer, block, list.entries());
            next = list.next();
            block = NONE;
        }
    }
}
