package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/**
 * What every part of a TC-SACK report carries between its extended AETH and its entries. The
 * counters run from the connection's beginning and wrap, so a lost report loses nothing.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                         report number                         |
 * +---------------+-----------------------------------------------+
 * |   reserved    |  cumulative PSN: all below it has arrived     |
 * +---------------+-----------------------------------------------+
 * |   reserved    |  highest PSN seen, plus one                   |
 * +---------------+-----------------------------------------------+
 * |                       packets received                        |
 * +---------------------------------------------------------------+
 * |                        bytes received                         |
 * |                                                               |
 * +---------------------------------------------------------------+
 * |                   missing, before FEC repair                  |
 * +---------------------------------------------------------------+
 * |                        repaired by FEC                        |
 * +---------------------------------------------------------------+
 * |                       congestion-marked                       |
 * +---------------------------------------------------------------+
 * |                          duplicates                           |
 * +---------------------------------------------------------------+
 * |                         receive limit                         |
 * +---------------+---------------+-------------------------------+
 * |     part      |     parts     |            entries            |
 * +---------------+---------------+-------------------------------+
 * </pre>
 */
public final class ReportHeader {
    /** Receive limit of a receiver that sets none. */
    public static final int NO_LIMIT = -1;

    /** How many parts a report can have; {@code part} is less than this. */
    public static final int MAX_PARTS = 255;

    private static final int NUMBER = 0;
    private static final int CUMULATIVE = NUMBER + Integer.BYTES;
    private static final int HIGHEST = CUMULATIVE + Integer.BYTES;
    private static final int PACKETS = HIGHEST + Integer.BYTES;
    private static final int BYTES = PACKETS + Integer.BYTES;
    private static final int MISSING = BYTES + Long.BYTES;
    private static final int REPAIRED = MISSING + Integer.BYTES;
    private static final int MARKED = REPAIRED + Integer.BYTES;
    private static final int DUPLICATES = MARKED + Integer.BYTES;
    private static final int RECEIVE_LIMIT = DUPLICATES + Integer.BYTES;
    private static final int PART = RECEIVE_LIMIT + Integer.BYTES;
    private static final int PARTS = PART + 1;
    private static final int ENTRIES = PARTS + 1;

    /** Length in bytes. */
    public static final int LENGTH = ENTRIES + Short.BYTES;

    private ReportHeader() {}

    /** Returns the report's number, from 0, modulo 2^32; all its parts have the same. */
    public static int number(ByteBuffer b, int at) {
        return b.getInt(at + NUMBER);
    }

    /** Returns the next expected 24-bit PSN: everything below it has arrived. */
    public static int cumulative(ByteBuffer b, int at) {
        return b.getInt(at + CUMULATIVE) & Psn.MASK;
    }

    /** Returns the 24-bit PSN after the highest one seen. */
    public static int highest(ByteBuffer b, int at) {
        return b.getInt(at + HIGHEST) & Psn.MASK;
    }

    /** Returns how many packets of this space arrived, duplicates and repairs too, mod 2^32. */
    public static int packetsReceived(ByteBuffer b, int at) {
        return b.getInt(at + PACKETS);
    }

    /** Returns the bytes of those packets, each from BTH to ICRC. */
    public static long bytesReceived(ByteBuffer b, int at) {
        return b.getLong(at + BYTES);
    }

    /** Returns how many first transmissions didn't arrive, modulo 2^32. */
    public static int missing(ByteBuffer b, int at) {
        return b.getInt(at + MISSING);
    }

    /** Returns how many of those FEC gave back, modulo 2^32. */
    public static int repaired(ByteBuffer b, int at) {
        return b.getInt(at + REPAIRED);
    }

    /** Returns how many packets the network marked for congestion, modulo 2^32. */
    public static int marked(ByteBuffer b, int at) {
        return b.getInt(at + MARKED);
    }

    /** Returns how many packets arrived that had arrived before, modulo 2^32. */
    public static int duplicates(ByteBuffer b, int at) {
        return b.getInt(at + DUPLICATES);
    }

    /** Returns how many receive-consuming messages are allowed in all, or {@link #NO_LIMIT}. */
    public static int receiveLimit(ByteBuffer b, int at) {
        return b.getInt(at + RECEIVE_LIMIT);
    }

    /** Returns the number of the part, from 0. */
    public static int part(ByteBuffer b, int at) {
        return b.get(at + PART) & 0xff;
    }

    /** Returns how many parts there are, told in the last one; 0 in the others: more follow. */
    public static int parts(ByteBuffer b, int at) {
        return b.get(at + PARTS) & 0xff;
    }

    /** Returns how many entries follow, 0 to 65535. */
    public static int entries(ByteBuffer b, int at) {
        return b.getShort(at + ENTRIES) & 0xffff;
    }

    /**
     * Returns the whole counter of which the wire has the low 32 bits: the one nearest to {@code
     * reference}, a value not more than 2^31 steps away.
     */
    public static long unwrap(long reference, int counter) {
        return reference + (counter - (int) reference);
    }

    static void write(
            ByteBuffer b,
            int at,
            int number,
            int cumulative,
            int highest,
            ReportCounters counters,
            int part) {
        b.putInt(at + NUMBER, number);
        b.putInt(at + CUMULATIVE, cumulative & Psn.MASK);
        b.putInt(at + HIGHEST, highest & Psn.MASK);
        b.putInt(at + PACKETS, (int) counters.packetsReceived);
        b.putLong(at + BYTES, counters.bytesReceived);
        b.putInt(at + MISSING, (int) counters.missing);
        b.putInt(at + REPAIRED, (int) counters.repaired);
        b.putInt(at + MARKED, (int) counters.marked);
        b.putInt(at + DUPLICATES, (int) counters.duplicates);
        b.putInt(at + RECEIVE_LIMIT, counters.receiveLimit);
        b.put(at + PART, (byte) part);
    }

    static void writeEnd(ByteBuffer b, int at, int parts, int entries) {
        b.put(at + PARTS, (byte) parts);
        b.putShort(at + ENTRIES, (short) entries);
    }
}
