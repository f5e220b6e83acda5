package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.VerificationTag;

import java.nio.ByteBuffer;

/**
 * Finds out which words the packets to a URDMA queue pair have between timestamps and payload: one
 * of FEC, one of its path. No packet says; the ends agree on both when they connect, mostly before
 * the capture begins. Packets whose length is known, like the last of a message, tell for certain;
 * others are taken as those before, or by what their bytes look like.
 */
final class HeaderSense {
    /** Votes that count at most, so that one damaged packet turns nothing round. */
    private static final int SURE = 8;

    private static final int MOST = 1 << 16;

    private final Recent<Queue, Votes> votes = new Recent<>(MOST);

    private record Queue(HostAddress host, int qp) {}

    private static final class Votes {
        int fec;
        int paths;
        int lastWord;
        boolean cut;
    }

    /** Which words packets have, if their opcode may have them. */
    record Words(boolean fec, boolean paths) {
        static final Words NONE = new Words(false, false);
    }

    /** Takes what two ends agreed on; {@code qp} is one of a host's. */
    void learn(HostAddress host, int qp, boolean fec, boolean paths) {
        Votes known = votes(host, qp);
        known.fec = fec ? SURE : -SURE;
        known.paths = paths ? SURE : -SURE;
    }

    private Votes votes(HostAddress host, int qp) {
        return votes.computeIfAbsent(new Queue(host, qp), queue -> new Votes());
    }

    /** Takes that a packet was cut short before its words: others would have been read by it. */
    void miss(HostAddress host, int qp) {
        votes(host, qp).cut = true;
    }

    /** Tells whether what is said of a queue pair's packets is the same as of uncut ones. */
    boolean knows(HostAddress host, int qp) {
        Votes known = votes.get(new Queue(host, qp));
        return known == null || !known.cut;
    }

    /** Tells which words a packet of the URDMA profile to {@code host} has. */
    Words words(HostAddress host, ByteBuffer b, int at, int length) {
        int opcode = Bth.opcode(b, at);
        Votes known = votes(host, Bth.destQp(b, at));
        if (opcode == UrdmaOpcode.PATHS || opcode == UrdmaOpcode.REPORT_PATHS) {
            known.paths = SURE;
        }
        int offset = UrdmaOpcode.pathWordOffset(opcode);
        int present = Math.min(length, b.limit() - at) - VerificationTag.LENGTH;
        if (offset == UrdmaOpcode.ABSENT || present < UrdmaOpcode.headerLength(opcode, false)) {
            return Words.NONE;
        }
        HeaderEvidence evidence =
                new HeaderEvidence(b, at, length - VerificationTag.LENGTH, present);
        int fec = evidence.fec();
        int paths = evidence.paths();
        if (evidence.eitherWord() && known.paths + known.fec != 0) {
            paths = Integer.signum(known.paths == 0 ? -known.fec : known.paths);
            fec = -paths;
        }
        if (paths == 0 && present >= offset + Integer.BYTES) {
            paths = followsOn(known, b.getInt(at + VerificationTag.LENGTH + offset));
        }
        Words words = decide(known, fec, paths, evidence);
        if (known.fec == 0 && fec == 0 && words.fec()) {
            known.fec = 1; // those that are sent again, of no group, look like none
        }
        known.fec = Math.clamp(known.fec + (long) fec, -SURE, SURE);
        known.paths = Math.clamp(known.paths + (long) paths, -SURE, SURE);
        return words;
    }

    /** Numbers of a path follow one another; nothing else in that place counts up by one. */
    private static int followsOn(Votes known, int word) {
        int step = word - known.lastWord;
        known.lastWord = word;
        return step == 1 ? 1 : 0;
    }

    private static Words decide(Votes known, int fec, int paths, HeaderEvidence evidence) {
        Words looks = null;
        if ((known.fec == 0 && fec == 0) || (known.paths == 0 && paths == 0)) {
            looks = evidence.looks();
        }
        return new Words(
                decide(known.fec, fec, looks != null && looks.fec()),
                decide(known.paths, paths, looks != null && looks.paths()));
    }

    private static boolean decide(int before, int vote, boolean looks) {
        if (Math.abs(before) > 1 || (before != 0 && vote == 0)) {
            return before > 0;
        }
        return vote == 0 ? looks : vote > 0;
    }
}
