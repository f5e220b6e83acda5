package org.urdma4j.transport.urdma.mtu;

import org.urdma4j.codec.urdma.PieceWord;

/**
 * How much payload a full packet has now. It may change from one packet to the next. Confined to
 * the event loop.
 */
public final class PayloadSize {
    private int bytes;

    /**
     * @param bytes of payload, a multiple of four
     */
    public PayloadSize(int bytes) {
        this.bytes = bytes;
    }

    /** Returns the payload of a full packet, in bytes. */
    public int bytes() {
        return bytes;
    }

    void set(int now) {
        bytes = now;
    }

    /** Returns how many full packets, of which the last may be less, so many bytes are. */
    public long packets(long payload) {
        return Math.max(1, (payload + bytes - 1) / bytes);
    }

    /** Returns the payload of a piece of a packet that is too long now, in bytes. */
    public int piece() {
        int room = bytes - PieceWord.LENGTH;
        return Math.max(PieceWord.UNIT, room - room % PieceWord.UNIT);
    }
}
