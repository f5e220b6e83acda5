package org.urdma4j.codec.urdma;

import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/**
 * Writes the parts of a report, one after the other, from missing ranges given one at a time, best
 * in ascending order; any order is right.
 *
 * <p>A part is {@link #begin}, {@link #range} until it returns false or there is nothing more, and
 * {@link #end}. A refused range goes into the next part. Reusable, allocates nothing after the
 * first bitmap, not thread-safe.
 */
public final class ReportWriter {
    private static final int MAX_ENTRIES = 0xffff;

    private final EntryWriter list = new EntryWriter(MAX_ENTRIES);
    private ByteBuffer buffer = UrdmaPacket.NOTHING;
    private int at;
    private int part;
    private boolean refused;

    /**
     * Begins a part.
     *
     * @param at where the extended AETH ends
     * @param capacity bytes from there that the part may take, at least {@link ReportHeader#LENGTH}
     * @param number of the report, the same in all its parts
     * @param cumulative next expected PSN; the low 24 bits count
     * @param highest one more than the highest PSN seen; the low 24 bits count
     * @param part from 0, less than {@link ReportHeader#MAX_PARTS}; what fits no part must wait for
     *     the next report
     */
    public void begin(
            ByteBuffer b,
            int at,
            int capacity,
            int number,
            long cumulative,
            long highest,
            ReportCounters counters,
            int part) {
        if (capacity < ReportHeader.LENGTH || part < 0 || part >= ReportHeader.MAX_PARTS) {
            throw new IllegalArgumentException("capacity %d, part %d".formatted(capacity, part));
        }
        buffer = b;
        this.at = at;
        this.part = part;
        refused = false;
        list.begin(b, at + ReportHeader.LENGTH, at + capacity);
        ReportHeader.write(b, at, number, (int) cumulative, (int) highest, counters, part);
    }

    /**
     * Adds missing PSNs.
     *
     * @param firstPsn the first of them; the low 24 bits count
     * @param count how many, 1 to {@link Psn#HALF}
     * @return false if the part is full; nothing was added then
     */
    public boolean range(long firstPsn, long count) {
        boolean added = list.range(firstPsn, count);
        refused |= !added;
        return added;
    }

    /**
     * Ends the part. It says that more parts follow if a range was refused, and that it is the last
     * one if not.
     *
     * @return bytes of the part from {@code at} on, a multiple of four
     */
    public int end() {
        ReportHeader.writeEnd(buffer, at, refused ? 0 : part + 1, list.entries());
        return list.next() - at;
    }
}
