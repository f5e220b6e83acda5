package org.urdma4j.transport.urdma.packet;

/** Which packet is being sent in pieces, and how much of it was, where a batch was too small. */
public final class PieceCursor {
    private static final long NONE = -1;

    private long psn = NONE;
    private int at;

    /** Nothing is being sent in pieces. */
    public void clear() {
        psn = NONE;
    }

    /** Returns where the next piece of a packet begins. */
    public int of(long packet) {
        return packet == psn ? at : 0;
    }

    /** The next piece of a packet is to begin there. */
    public void keep(long packet, int next) {
        if (next > 0) {
            psn = packet;
            at = next;
        }
    }

    /** All pieces of a packet were sent. */
    public void onWhole(long packet) {
        if (packet == psn) {
            psn = NONE;
        }
    }
}
