package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * What REPORT_PATHS says of one path, before its entries. PPNs count the packets of a path, each
 * transmission anew; counters run from its beginning and wrap.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------------------------------+
 * |     path      |    entries    |           reserved            |
 * +---------------+---------------+-------------------------------+
 * |        cumulative PPN: nothing below it is waited for         |
 * +---------------------------------------------------------------+
 * |                  highest PPN seen, plus one                   |
 * +---------------------------------------------------------------+
 * |           newest T1 of the packets that came on it            |
 * +---------------------------------------------------------------+
 * |           Ts, one-way delay of that packet to here            |
 * +---------------------------------------------------------------+
 * |                       packets received                        |
 * +---------------------------------------------------------------+
 * |                        bytes received                         |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                            missing                            |
 * +---------------------------------------------------------------+
 * |                       congestion-marked                       |
 * +---------------------------------------------------------------+
 * </pre>
 */
final class PathReportBlock {
    static final int PATH = 0;
    static final int ENTRIES = PATH + 1;
    static final int CUMULATIVE = PATH + Integer.BYTES;
    static final int HIGHEST = CUMULATIVE + Integer.BYTES;
    static final int NEWEST_T1 = HIGHEST + Integer.BYTES;
    static final int TS = NEWEST_T1 + Integer.BYTES;
    static final int RECEIVED = TS + Integer.BYTES;
    static final int BYTES = RECEIVED + Integer.BYTES;
    static final int MISSING = BYTES + Long.BYTES;
    static final int MARKED = MISSING + Integer.BYTES;

    /** Length in bytes without the entries. */
    static final int LENGTH = MARKED + Integer.BYTES;

    /** Most entries of a block. */
    static final int MAX_ENTRIES = 0xff;

    private PathReportBlock() {}

    static int entries(ByteBuffer b, int block) {
        return b.get(block + ENTRIES) & 0xff;
    }

    static void writeEntries(ByteBuffer b, int block, int entries) {
        b.put(block + ENTRIES, (byte) entries);
    }
}
