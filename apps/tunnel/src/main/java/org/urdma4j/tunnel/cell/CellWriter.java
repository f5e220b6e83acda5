package org.urdma4j.tunnel.cell;

import java.nio.ByteBuffer;

/** Puts the frames of a queue into the texts of cells. Not thread-safe; allocates nothing. */
public final class CellWriter {
    private static final byte[] ZEROS = new byte[CellText.MOST];

    private final FrameQueue queue;
    private int sequence;

    /** Bytes of the queue's first frame that are in cells already. */
    private int written;

    public CellWriter(FrameQueue queue) {
        this.queue = queue;
    }

    /** Begins anew, for a receiver that knows nothing: the frame under way is sent again. */
    public void reset() {
        sequence = 0;
        written = 0;
    }

    /** Drops what waits, and counts it. */
    public void clear() {
        queue.clear();
        written = 0;
    }

    public boolean hasWaiting() {
        return !queue.isEmpty();
    }

    /**
     * Writes a text.
     *
     * @param b big-endian
     * @param length {@link CellText#LEAST} to {@link CellText#MOST}
     * @return whether there is anything in it
     */
    public boolean write(ByteBuffer b, int at, int length) {
        int begin = at + CellText.HEADER;
        int end = at + length;
        int from = begin;
        if (written > 0) {
            from = copy(b, from, end);
        }
        int offset = CellText.NONE;
        while (!queue.isEmpty() && written == 0 && end - from > CellText.LENGTH) {
            if (offset == CellText.NONE) {
                offset = from - begin;
            }
            b.putShort(from, (short) queue.firstLength());
            from = copy(b, from + CellText.LENGTH, end);
        }
        b.put(from, ZEROS, 0, end - from);
        CellText.writeHeader(b, at, sequence++, offset);
        return from > begin;
    }

    /** Goes on with the first frame, and returns where it got to. */
    private int copy(ByteBuffer b, int from, int end) {
        int length = queue.firstLength();
        int part = Math.min(length - written, end - from);
        queue.copyFirst(written, b, from, part);
        written += part;
        if (written == length) {
            queue.removeFirst();
            written = 0;
        }
        return from + part;
    }
}
