package org.urdma4j.codec.icrc;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.RoceFrame;

import java.nio.ByteBuffer;

/**
 * Recognises a datagram that was captured before segmentation offload cut it into packets, or after
 * receive offload put packets together: its ICRC is wrong as a whole, but right for a first segment
 * with the same headers and a smaller length. Not thread-safe; meant for tools, because it tries
 * every length that a jumbo frame can carry.
 */
public final class SegmentFinder {
    /** What {@link #firstSegment} returns when there are no segments. */
    public static final int NONE = -1;

    /** A BTH and an ICRC: the least that a second segment has. */
    private static final int LEAST_SEGMENT = Bth.LENGTH + Icrc.LENGTH;

    private static final int LONGEST_SEGMENT = 10_000;
    private static final int STEP = 4;

    private final Icrc icrc = new Icrc();

    /**
     * Returns the bytes of the first segment from its BTH to its last pad byte, or {@link #NONE} if
     * the frame isn't made of segments. A damaged packet is mistaken for segments with a
     * probability below 2^-20.
     */
    public int firstSegment(RoceFrame frame) {
        if (frame.status() != FrameStatus.OK || frame.encapsulation() == Encapsulation.ROCE_V1) {
            return NONE;
        }
        int greatest = Math.min(frame.transportLength() - LEAST_SEGMENT, LONGEST_SEGMENT);
        // Most often the next packet is to the same queue pair; then few lengths are tried.
        int likely = firstSegment(frame, greatest, true);
        return likely != NONE ? likely : firstSegment(frame, greatest, false);
    }

    private int firstSegment(RoceFrame frame, int greatest, boolean sameQueue) {
        int at = frame.transportOffset();
        for (int length = Bth.LENGTH; length <= greatest; length += STEP) {
            int end = at + length;
            if (sameQueue == isSameQueue(frame.buffer(), at, end + Icrc.LENGTH)
                    && icrc.overFirstSegment(frame, length) == Icrc.get(frame.buffer(), end)) {
                return length;
            }
        }
        return NONE;
    }

    private static boolean isSameQueue(ByteBuffer b, int one, int other) {
        return Bth.destQp(b, one) == Bth.destQp(b, other) && Bth.pKey(b, one) == Bth.pKey(b, other);
    }
}
