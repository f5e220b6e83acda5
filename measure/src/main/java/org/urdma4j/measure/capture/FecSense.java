package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.urdma.FecWord;
import org.urdma4j.codec.urdma.UrdmaOpcode;

import java.nio.ByteBuffer;

/**
 * Finds out whether the data packets of a URDMA queue pair have an FEC word, which no packet says:
 * the ends agree on it when they connect, mostly before the capture begins. The last packet of a
 * message has as much payload as it says is left, so it tells; others are taken as those before.
 */
final class FecSense {
    /** Votes that count at most, so that one damaged packet turns nothing round. */
    private static final int SURE = 8;

    private static final int MOST = 1 << 16;
    private static final int PLAIN = 36;
    private static final int WITH_FEC = 44;
    private static final int TO_END_OF_WRITE = 24;
    private static final int TO_END_OF_SEND = 20;

    private final Recent<Queue, Integer> votes = new Recent<>(MOST);

    private record Queue(HostAddress host, int qp) {}

    /** Takes what two ends agreed on; {@code qp} is one of a host's. */
    void learn(HostAddress host, int qp, boolean fec) {
        votes.put(new Queue(host, qp), fec ? SURE : -SURE);
    }

    /** Tells whether a packet of the URDMA profile to {@code host} has a word. */
    boolean hasWord(HostAddress host, ByteBuffer b, int at, int length) {
        int opcode = Bth.opcode(b, at);
        int present = Math.min(length, b.limit() - at);
        if (UrdmaOpcode.fecWordOffset(opcode) == UrdmaOpcode.ABSENT || present < WITH_FEC) {
            return false;
        }
        Queue queue = new Queue(host, Bth.destQp(b, at));
        int before = votes.getOrDefault(queue, 0);
        int vote = certain(b, at, length, opcode);
        if (vote != 0) {
            votes.put(queue, Math.clamp(before + (long) vote, -SURE, SURE));
        }
        if (Math.abs(before) > 1 || (before != 0 && vote == 0)) {
            return before > 0;
        }
        return vote == 0 ? looksLikeWord(b, at, length, opcode) : vote > 0;
    }

    /** 1 with a word, -1 without, 0 where the packet doesn't say. */
    private static int certain(ByteBuffer b, int at, int length, int opcode) {
        int flags = UrdmaOpcode.flags(opcode);
        if ((flags & Opcode.END) == 0) {
            return 0;
        }
        int place = (flags & Opcode.WRITE) != 0 ? TO_END_OF_WRITE : TO_END_OF_SEND;
        long toEnd = Integer.toUnsignedLong(b.getInt(at + place));
        int behindHeaders = length - Bth.padCount(b, at);
        if (behindHeaders - UrdmaOpcode.headerLength(opcode, false) == toEnd) {
            return -1;
        }
        return behindHeaders - WITH_FEC == toEnd ? 1 : 0;
    }

    private static boolean looksLikeWord(ByteBuffer b, int at, int length, int opcode) {
        int plain = UrdmaOpcode.headerLength(opcode, false);
        if (isUsual(length - plain)) {
            return false;
        }
        int word = at + plain;
        if (plain == PLAIN && b.getInt(word + FecWord.LENGTH) != 0) {
            return false;
        }
        int scheme = FecWord.scheme(b, word);
        boolean grouped =
                scheme >= FecWord.INTERLEAVED
                        && scheme <= FecWord.TWO_DIMENSIONAL
                        && FecWord.r(b, word) > 0;
        return grouped || (b.getInt(word) == 0 && isUsual(length - WITH_FEC));
    }

    /** A payload of a path MTU is no coincidence. */
    private static boolean isUsual(int payload) {
        return payload >= 256 && payload <= 4096 && Integer.bitCount(payload) == 1;
    }
}
