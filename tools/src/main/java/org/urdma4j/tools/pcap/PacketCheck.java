package org.urdma4j.tools.pcap;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.SegmentFinder;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.LinkLayer;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.codec.urdma.SealedPacket;

import java.nio.ByteBuffer;

/** Judges packet after packet; what it says holds until the next one. */
final class PacketCheck {
    private static final int MAX_PAYLOAD = 4096;

    private final RoceFrame frame = new RoceFrame();
    private final Icrc icrc = new Icrc();
    private final SegmentFinder segments = new SegmentFinder();

    /** Takes the next packet, from position 0 to the limit; returns whether it is RoCE. */
    boolean isRoce(ByteBuffer packet, LinkLayer link) {
        return frame.wrap(packet, 0, packet.limit(), link) != FrameStatus.NOT_ROCE;
    }

    boolean hasOpcode() {
        return frame.hasBth();
    }

    int opcode() {
        return Bth.opcode(frame.buffer(), frame.transportOffset());
    }

    /** Returns whether the packet is sealed, but of a length that no sealed packet has. */
    boolean isMisshapen() {
        return frame.status() == FrameStatus.OK
                && SealedPacket.isSealed(opcode())
                && !SealedPacket.isLength(opcode(), frame.transportLength());
    }

    Verdict verdict() {
        return switch (frame.status()) {
            case OK -> whole();
            case TRUNCATED -> Verdict.CUT_SHORT;
            case FRAGMENT -> Verdict.FRAGMENTED;
            case NOT_ROCE, IP_OPTIONS, LENGTH_MISMATCH, TOO_SHORT -> Verdict.MALFORMED;
        };
    }

    private Verdict whole() {
        if (icrc.over(frame) == Icrc.get(frame.buffer(), frame.icrcOffset())) {
            return Verdict.RIGHT;
        }
        return isTooLong() || segments.firstSegment(frame) != SegmentFinder.NONE
                ? Verdict.UNSEGMENTED
                : Verdict.WRONG;
    }

    /** Manufacturers may define longer payloads than the standard does. */
    private boolean isTooLong() {
        return Opcode.known(opcode())
                && frame.transportLength() > Opcode.headerLength(opcode()) + MAX_PAYLOAD;
    }
}
