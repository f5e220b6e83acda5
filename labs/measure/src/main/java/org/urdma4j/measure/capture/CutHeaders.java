package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Reth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.urdma.PieceWord;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.VerificationTag;

import java.nio.ByteBuffer;

/**
 * How much of a packet a capture has. Where headers are missing {@link #buffer} has zeros in their
 * place, so that they can be read; the BTH is always there, and says opcode, numbers and pad.
 */
final class CutHeaders {
    private static final int LONGEST = 128;

    /** BTH and ICRC: the least that a second packet adds. */
    private static final int SECOND = Bth.LENGTH + Icrc.LENGTH;

    /** Where a RETH ends, and where a SEND of the URDMA profile says how much is left. */
    private static final int RETH_LENGTH = Bth.LENGTH + Reth.LENGTH - Integer.BYTES;

    private static final int PLACEMENT_LENGTH = 20 + VerificationTag.LENGTH;
    private static final int LEAST_MTU = 256;
    private static final int GREATEST_MTU = 4096;
    private static final boolean[] EITHER = {false, true};

    private final ByteBuffer copy = ByteBuffer.allocate(LONGEST);
    private ByteBuffer buffer = copy;
    private int offset;
    private int length;
    private int present;
    private boolean cut;

    /**
     * Takes a packet.
     *
     * @param at where its BTH is, which is there
     * @param bytes from the BTH to the last pad byte, as the network header has it
     */
    void take(ByteBuffer b, int at, int bytes) {
        length = bytes;
        present = Math.min(bytes, b.limit() - at);
        cut = present < Math.min(bytes, longestHeaders(Bth.opcode(b, at)));
        buffer = b;
        offset = at;
        if (cut) {
            copy.clear();
            copy.put(0, b, at, present);
            for (int i = present; i < LONGEST; i++) {
                copy.put(i, (byte) 0);
            }
            buffer = copy;
            offset = 0;
        }
    }

    private static int longestHeaders(int opcode) {
        return UrdmaOpcode.isUrdma(opcode)
                ? urdmaHeaders(opcode, true, true) + PieceWord.LENGTH
                : Opcode.headerLength(opcode);
    }

    ByteBuffer buffer() {
        return buffer;
    }

    int offset() {
        return offset;
    }

    /** Returns how many bytes of the packet, its ICRC aside, are in the capture. */
    int present() {
        return present;
    }

    boolean isCut() {
        return cut;
    }

    /** Tells whether a packet of the URDMA profile is sound whatever the missing headers say. */
    boolean isUrdmaSound() {
        int opcode = Bth.opcode(buffer, offset);
        int pad = Bth.padCount(buffer, offset);
        boolean payload = (UrdmaOpcode.flags(opcode) & Opcode.PAYLOAD) != 0;
        return Bth.version(buffer, offset) == Bth.VERSION
                && UrdmaBth.timestampsValid(buffer, offset)
                && !(UrdmaOpcode.maySplit(opcode) && UrdmaBth.isPiece(buffer, offset))
                && length % Integer.BYTES == 0
                && (payload
                        ? length - urdmaHeaders(opcode, true, true) >= pad
                        : pad == 0 && isWithoutPayload(opcode));
    }

    private boolean isWithoutPayload(int opcode) {
        if (UrdmaOpcode.flags(opcode) == 0) {
            return length >= urdmaHeaders(opcode, true, true);
        }
        return length == urdmaHeaders(opcode, false, false)
                || length == urdmaHeaders(opcode, false, true);
    }

    /** Tells whether the length doesn't prove that it is one packet. */
    boolean mayBeSeveral() {
        int opcode = Bth.opcode(buffer, offset);
        boolean urdma = UrdmaOpcode.isUrdma(opcode);
        int shortest = urdma ? urdmaHeaders(opcode, false, false) : headerLength(opcode);
        if (length - shortest < SECOND) {
            return false;
        }
        if (!urdma) {
            return !isLength(opcode, Opcode.flags(opcode), length - shortest);
        }
        for (boolean fec : EITHER) {
            for (boolean paths : EITHER) {
                int rest = length - urdmaHeaders(opcode, fec, paths);
                if (isLength(opcode, UrdmaOpcode.flags(opcode), rest)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int urdmaHeaders(int opcode, boolean fec, boolean paths) {
        return UrdmaOpcode.headerLength(opcode, fec, paths) + VerificationTag.LENGTH;
    }

    private static int headerLength(int opcode) {
        return Math.max(Bth.LENGTH, Opcode.headerLength(opcode));
    }

    /** Tells whether so much behind the headers is just what one such packet has. */
    private boolean isLength(int opcode, int flags, int rest) {
        if ((flags & Opcode.PAYLOAD) == 0) {
            return rest == 0 && flags != 0;
        }
        if ((flags & Opcode.END) == 0) {
            // All but the last of a message are full.
            return rest >= LEAST_MTU && rest <= GREATEST_MTU && Integer.bitCount(rest) == 1;
        }
        int place = lengthPlace(opcode, flags);
        return place >= 0
                && present >= place + Integer.BYTES
                && Integer.toUnsignedLong(buffer.getInt(offset + place))
                        == (long) rest - Bth.padCount(buffer, offset);
    }

    /** Returns where the last or only packet of a message says how long it is, or -1. */
    private static int lengthPlace(int opcode, int flags) {
        boolean urdma = UrdmaOpcode.isUrdma(opcode);
        if ((flags & Opcode.RETH) != 0) {
            return RETH_LENGTH + (urdma ? VerificationTag.LENGTH : 0);
        }
        return urdma ? PLACEMENT_LENGTH : -1;
    }
}
