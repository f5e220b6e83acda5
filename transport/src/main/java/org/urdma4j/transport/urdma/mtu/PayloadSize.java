package org.urdma4j.transport.urdma.mtu;

import org.urdma4j.codec.urdma.PieceWord;

/**
 * How much payload a full packet has now. It may change from one packet to the next. Confined to
 * the event loop.
 *
 * <p>Messages of a few packets are cut evenly where that can be: 4096 bytes are one packet of 1366
 * and two of 1365, not two of 1428 and one of 1240. Packets of one length leave in one send, with
 * those of the messages behind; a shorter one ends it.
 */
public final class PayloadSize {
    /** Messages of more packets fill a send, or nearly. */
    private static final int FEW = 16;

    private static final int WORD = 4;

    private final boolean even;
    private int bytes;

    /**
     * @param bytes of payload, a multiple of four
     * @param even whether packets may be less than full for their likeness
     */
    PayloadSize(int bytes, boolean even) {
        this.bytes = bytes;
        this.even = even;
    }

    /** Returns the payload of a full packet, in bytes. */
    public int bytes() {
        return bytes;
    }

    /**
     * Returns the payload of the packet of a message that begins at an offset, in bytes, if so much
     * is left of it: less than that of a full one where all are of one length then, pad included,
     * and no more than they would be.
     *
     * @param behind bytes that the headers of the last packet have beyond those of the others
     */
    public int of(long message, int behind, long offset) {
        if (!even || message <= bytes || message > (long) FEW * bytes) {
            return bytes;
        }
        int packets = ((int) message + bytes - 1) / bytes;
        int length = (int) message + behind;
        int least = length / packets;
        int longer = length - packets * least; // so many have a byte more
        boolean fits = least + Math.min(1, longer) <= bytes;
        if (!fits || (longer > 0 && least % WORD == 0)) {
            return bytes; // a byte more would take a word
        }
        return offset < (long) longer * (least + 1) ? least + 1 : least;
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
