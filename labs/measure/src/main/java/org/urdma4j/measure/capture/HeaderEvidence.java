package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.urdma.FecWord;
import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.codec.urdma.RepairHeader;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.VerificationTag;

import java.nio.ByteBuffer;

/**
 * What one packet tells of the words in its header: for certain by its length where that is known,
 * as the last packet of a message has as much payload as it says is left; else by its looks.
 */
final class HeaderEvidence {
    private static final int TO_END_OF_WRITE = 24;
    private static final int TO_END_OF_SEND = 20;
    private static final boolean[] EITHER = {false, true};

    private final ByteBuffer b;
    private final int at;

    /** Where the BTH would begin if there were no tag behind it. */
    private final int untagged;

    private final int length;
    private final int present;
    private final int opcode;

    // How many layouts without and with the word the length fits, if it is known at all.
    private final int[] fitsFec = new int[2];
    private final int[] fitsPaths = new int[2];

    /**
     * Judges a packet that has its headers at least without the words.
     *
     * @param at index of its BTH
     * @param length its bytes, the verification tag not counted
     * @param present those of them that were captured
     */
    HeaderEvidence(ByteBuffer b, int at, int length, int present) {
        this.b = b;
        this.at = at;
        untagged = at + VerificationTag.LENGTH;
        this.length = length;
        this.present = present;
        opcode = Bth.opcode(b, at);
        long behind = behindHeaders();
        for (boolean fec : EITHER) {
            for (boolean paths : EITHER) {
                if (length - UrdmaOpcode.headerLength(opcode, fec, paths) == behind) {
                    fitsFec[fec ? 1 : 0]++;
                    fitsPaths[paths ? 1 : 0]++;
                }
            }
        }
    }

    /** Returns 1 with a FEC word, -1 without, 0 where the packet doesn't say for certain. */
    int fec() {
        return hasFec() ? vote(fitsFec) : 0;
    }

    /** Tells whether the packet has one of the words, and doesn't say which. */
    boolean eitherWord() {
        return hasFec() && fitsFec[0] == 1 && fitsFec[1] == 1;
    }

    /** Returns 1 with a path word, -1 without, 0 where the packet doesn't say for certain. */
    int paths() {
        return vote(fitsPaths);
    }

    private static int vote(int[] fits) {
        return Integer.signum(fits[1]) - Integer.signum(fits[0]);
    }

    private boolean isRepair() {
        return opcode == UrdmaOpcode.REPAIR_REQUESTS || opcode == UrdmaOpcode.REPAIR_ANSWERS;
    }

    /** Bytes behind the headers of a packet that says how many there are, or -1. */
    private long behindHeaders() {
        int flags = UrdmaOpcode.flags(opcode);
        if (isRepair()) {
            return behindRepairHeader();
        }
        if ((flags & Opcode.PAYLOAD) == 0) {
            return 0;
        }
        if ((flags & Opcode.END) == 0) {
            return -1;
        }
        int place = (flags & Opcode.WRITE) != 0 ? TO_END_OF_WRITE : TO_END_OF_SEND;
        return Integer.toUnsignedLong(b.getInt(untagged + place)) + Bth.padCount(b, at);
    }

    /** A group of one has a copy of its member, whose coded length is there as it is. */
    private long behindRepairHeader() {
        if (RepairHeader.m(b, untagged + Bth.LENGTH) != 1) {
            return -1;
        }
        int plain = UrdmaOpcode.headerLength(opcode, false) - Short.BYTES;
        int lengths = length - plain - Short.BYTES;
        for (int moved = 0; moved <= PathWord.LENGTH; moved += PathWord.LENGTH) {
            int coded = plain + moved;
            int left = lengths - moved;
            if (present >= coded + Short.BYTES && (b.getShort(untagged + coded) & 0xffff) == left) {
                return left;
            }
        }
        return -1;
    }

    /** Returns what the packet seems to have. */
    HeaderSense.Words looks() {
        if (eitherWord()) {
            boolean fec = mayBeFecWord(false, false);
            return new HeaderSense.Words(fec, !fec);
        }
        for (boolean fec : EITHER) {
            for (boolean paths : EITHER) {
                boolean usual = isUsual(length - UrdmaOpcode.headerLength(opcode, fec, paths));
                if (usual && (!fec || mayBeFecWord(paths, false))) {
                    return new HeaderSense.Words(fec, paths);
                }
            }
        }
        for (boolean paths : EITHER) {
            if (mayBeFecWord(paths, true)) {
                return new HeaderSense.Words(true, paths);
            }
        }
        return HeaderSense.Words.NONE;
    }

    private boolean hasFec() {
        return UrdmaOpcode.fecWordOffset(opcode) != UrdmaOpcode.ABSENT;
    }

    /** Tells whether there seems to be a FEC word, of a group or also of a packet sent again. */
    private boolean mayBeFecWord(boolean paths, boolean ofGroup) {
        int header = UrdmaOpcode.headerLength(opcode, true, paths);
        if (!hasFec() || present < header) {
            return false;
        }
        int word = untagged + UrdmaOpcode.fecWordOffset(opcode, paths);
        if (untagged + header > word + FecWord.LENGTH && b.getInt(word + FecWord.LENGTH) != 0) {
            return false;
        }
        int scheme = FecWord.scheme(b, word);
        boolean grouped =
                scheme >= FecWord.INTERLEAVED
                        && scheme <= FecWord.TWO_DIMENSIONAL
                        && FecWord.r(b, word) > 0;
        return grouped || (!ofGroup && b.getInt(word) == 0);
    }

    /** A payload of a path MTU is no coincidence. */
    private static boolean isUsual(int payload) {
        return payload >= 256 && payload <= 4096 && Integer.bitCount(payload) == 1;
    }
}
