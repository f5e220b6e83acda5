package org.urdma4j.codec.urdma;

import java.nio.ByteBuffer;

/**
 * What follows the BTH of PATHS: the addresses at which its sender may be reached, of which each
 * counts only after a challenge. T1 and Tr prove who speaks, as in requests and answers.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                              T1                               |
 * +---------------------------------------------------------------+
 * |                              Tr                               |
 * +---------------+---------------+---------------+---------------+
 * |     count     |    number     |     seen      |A|  reserved   |
 * +---------------+---------------+---------------+---------------+
 * |                         GID, 16 bytes                         |
 * +-------------------------------+---------------+---------------+
 * |           UDP port            |     rail      |     flags     |
 * +-------------------------------+---------------+---------------+
 *   ... as many of the last 20 bytes as count says
 * </pre>
 *
 * <p>A asks for the receiver's list, which says that this one was seen.
 */
public final class PathsPacket {
    /** Offset of T1, when the packet left, in units of {@link Timestamp}. */
    public static final int T1 = 0;

    /** Offset of Tr, the delay from its receiver to its sender as the sender measured it. */
    public static final int TR = T1 + Integer.BYTES;

    /** Most entries of a list. */
    public static final int MAX_ENTRIES = 16;

    /** Flag of an entry: to be used when no other is left. */
    public static final int BACKUP = 1;

    private static final int COUNT = TR + Integer.BYTES;
    private static final int NUMBER = COUNT + 1;
    private static final int SEEN = NUMBER + 1;
    private static final int BITS = SEEN + 1;
    private static final int ASKS = 0x80;

    /** Length in bytes of what stands before the entries. */
    static final int HEADER = COUNT + Integer.BYTES;

    private static final int GID_HIGH = 0;
    private static final int GID_LOW = GID_HIGH + Long.BYTES;
    private static final int PORT = GID_LOW + Long.BYTES;
    private static final int RAIL = PORT + Short.BYTES;
    private static final int FLAGS = RAIL + 1;

    /** Length in bytes of an entry. */
    static final int ENTRY = FLAGS + 1;

    private PathsPacket() {}

    /** Returns the bytes after the BTH of a list of {@code count} entries. */
    public static int length(int count) {
        return HEADER + (count * ENTRY);
    }

    /**
     * Tells whether a list is sound: as long as its count demands and no longer, at most {@link
     * #MAX_ENTRIES}, with a number. Nothing else may be called if not.
     *
     * @param at where the BTH ends
     * @param length bytes from there to the packet's end, the ICRC not counted
     */
    public static boolean valid(ByteBuffer b, int at, int length) {
        return length >= HEADER
                && length <= b.limit() - at
                && count(b, at) <= MAX_ENTRIES
                && length == length(count(b, at))
                && number(b, at) != 0;
    }

    /** Returns when the packet left its sender, in units of {@link Timestamp}. */
    public static int t1(ByteBuffer b, int at) {
        return b.getInt(at + T1);
    }

    /** Returns the delay from its receiver to its sender, as the sender measured it; 0: unknown. */
    public static int tr(ByteBuffer b, int at) {
        return b.getInt(at + TR);
    }

    /** Returns how many entries the list has, 0 to 255. */
    public static int count(ByteBuffer b, int at) {
        return b.get(at + COUNT) & 0xff;
    }

    /** Returns the list's number, 1 to 255 and then 1 again; a list that differs has the next. */
    public static int number(ByteBuffer b, int at) {
        return b.get(at + NUMBER) & 0xff;
    }

    /** Returns the number of the receiver's newest list that the sender took; 0: none. */
    public static int seen(ByteBuffer b, int at) {
        return b.get(at + SEEN) & 0xff;
    }

    /** Tells whether the receiver is to answer with its own list. */
    public static boolean asks(ByteBuffer b, int at) {
        return (b.get(at + BITS) & ASKS) != 0;
    }

    /** Returns the upper half of an entry's address; IPv4 is mapped, as in every GID. */
    public static long gidHigh(ByteBuffer b, int at, int i) {
        return b.getLong(entry(at, i) + GID_HIGH);
    }

    /** Returns the lower half of an entry's address. */
    public static long gidLow(ByteBuffer b, int at, int i) {
        return b.getLong(entry(at, i) + GID_LOW);
    }

    /** Returns the UDP port at which the address is reached, 0 to 65535. */
    public static int port(ByteBuffer b, int at, int i) {
        return b.getShort(entry(at, i) + PORT) & 0xffff;
    }

    /** Returns which rail of its sender the address belongs to, 0 to 255. */
    public static int rail(ByteBuffer b, int at, int i) {
        return b.get(entry(at, i) + RAIL) & 0xff;
    }

    /** Returns an entry's flags, such as {@link #BACKUP}; others are to be ignored. */
    public static int flags(ByteBuffer b, int at, int i) {
        return b.get(entry(at, i) + FLAGS) & 0xff;
    }

    /**
     * Writes what stands before the entries.
     *
     * @param at where the BTH ends
     * @param count how many entries follow, 0 to {@link #MAX_ENTRIES}
     * @param number 1 to 255
     * @param seen 0 to 255
     * @param asks whether the receiver is to answer with its own list
     * @throws IllegalArgumentException if count or number are outside of this
     */
    public static void write(
            ByteBuffer b, int at, int t1, int tr, int count, int number, int seen, boolean asks) {
        if (count < 0 || count > MAX_ENTRIES || number < 1 || number > 0xff) {
            throw new IllegalArgumentException("count %d, number %d".formatted(count, number));
        }
        b.putInt(at + T1, t1);
        b.putInt(at + TR, tr);
        b.putInt(
                at + COUNT,
                (count << 24) | (number << 16) | ((seen & 0xff) << 8) | (asks ? ASKS : 0));
    }

    /** Writes entry {@code i}, from 0; of port, rail and flags the low 16, 8 and 8 bits count. */
    public static void writeEntry(
            ByteBuffer b, int at, int i, long gidHigh, long gidLow, int port, int rail, int flags) {
        int entry = entry(at, i);
        b.putLong(entry + GID_HIGH, gidHigh);
        b.putLong(entry + GID_LOW, gidLow);
        b.putShort(entry + PORT, (short) port);
        b.put(entry + RAIL, (byte) rail);
        b.put(entry + FLAGS, (byte) flags);
    }

    private static int entry(int at, int i) {
        return at + HEADER + (i * ENTRY);
    }

    /** Returns every field but the entries in words. */
    public static String toString(ByteBuffer b, int at) {
        return "Paths{count=%d number=%d seen=%d t1=0x%08x tr=0x%08x}"
                .formatted(count(b, at), number(b, at), seen(b, at), t1(b, at), tr(b, at));
    }
}
