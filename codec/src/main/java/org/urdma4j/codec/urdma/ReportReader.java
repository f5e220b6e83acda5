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
    private final EntryReader list = new EntryReader();
    private ByteBuffer buffer = UrdmaPacket.NOTHING;
    private int at;

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
        return length >= ReportHeader.LENGTH && length <= b.limit() - at && entriesValid(length);
    }

    private boolean entriesValid(int length) {
        int end = at + length;
        int from = at + ReportHeader.LENGTH;
        int span = Psn.diff(highest(), cumulative());
        return span >= 0 && list.wrap(buffer, from, entries(), end, cumulative(), span) == end;
    }

    /**
     * Gives every missing PSN that the part names to the sink, in the order in which it names them;
     * neighbouring ones as one range where they were written as one.
     */
    public void forEach(RangeSink sink) {
        list.forEach(sink);
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
