package org.urdma4j.tunnel.cell;

import java.nio.ByteBuffer;

/**
 * Takes the frames out of the texts of cells that come in order, with gaps that it is told of. What
 * a gap or a wrong text leaves of a frame is lost; it goes on with the next that begins. Not
 * thread-safe; allocates nothing.
 */
final class FrameAssembly {
    private final ByteBuffer frame;
    private final FrameSink sink;
    private int filled;
    private int left;
    private long frames;
    private long bytes;
    private long lost;
    private long malformed;
    private long padding;

    /**
     * Creates one.
     *
     * @param frame room for the longest frame
     * @param sink is given frames, which are in there
     */
    FrameAssembly(ByteBuffer frame, FrameSink sink) {
        this.frame = frame;
        this.sink = sink;
    }

    /** Cells are missing here, or a sender has begun anew. */
    void gap() {
        if (left > 0) {
            lost++;
            left = 0;
        }
    }

    void take(ByteBuffer b, int at, int length) {
        int begin = at + CellText.HEADER;
        int end = at + length;
        int offset = CellText.offset(b, at);
        boolean begins = offset != CellText.NONE;
        if (begins && offset > end - begin - CellText.LENGTH) {
            malformed++;
            gap();
            return;
        }
        if (!begins && left == 0 && isZero(b, begin, end)) {
            padding++;
        }
        if (left > 0 && begins && left != offset) {
            malformed++;
            gap();
        }
        if (left > 0) {
            goOn(b, begin, end);
        }
        if (begins) {
            begin(b, begin + offset, end);
        }
    }

    private void goOn(ByteBuffer b, int from, int end) {
        int part = Math.min(left, end - from);
        frame.put(filled, b, from, part);
        filled += part;
        left -= part;
        if (left == 0) {
            finish();
        }
    }

    private void begin(ByteBuffer b, int at, int end) {
        int from = at;
        while (left == 0 && end - from >= CellText.LENGTH) {
            int length = Short.toUnsignedInt(b.getShort(from));
            if (length == 0) {
                return;
            }
            from += CellText.LENGTH;
            filled = 0;
            left = length;
            int part = Math.min(length, end - from);
            goOn(b, from, end);
            from += part;
        }
    }

    private void finish() {
        frames++;
        bytes += filled;
        sink.onFrame(filled);
    }

    /** After a gap the rest of a frame looks the same but for its bytes. */
    private static boolean isZero(ByteBuffer b, int from, int end) {
        return b.getShort(from) == 0 && b.get(end - 1) == 0;
    }

    long frames() {
        return frames;
    }

    long bytes() {
        return bytes;
    }

    long lost() {
        return lost;
    }

    long malformed() {
        return malformed;
    }

    long padding() {
        return padding;
    }
}
