package org.urdma4j.transport.urdma.mtu;

import org.urdma4j.codec.urdma.PieceWord;

import java.util.Arrays;

/**
 * Which pieces have come of packets that are sent again in pieces: a bit for each {@value
 * PieceWord#UNIT} bytes. It grows with the packets that are incomplete at a time, up to a limit;
 * beyond that the one with the lowest sequence number stays, so that whoever sends on gets on.
 */
public final class PieceTable {
    static final int MOST = 1 << 14;
    private static final int LEAST = 64;
    private static final long NONE = -1;

    private static final long[] NOTHING = {};

    private long[] psns = NOTHING;
    private long[] have = NOTHING;

    /** Forgets everything. */
    public void clear() {
        psns = NOTHING;
        have = NOTHING;
    }

    /**
     * Notes a piece that has been placed.
     *
     * @param psn of the packet, unwrapped, not below {@code cumulative}
     * @param cumulative everything before this has arrived
     * @param at where in the packet's payload it begins, as {@link PieceWord} has it
     * @param bytes of the piece
     * @param whole bytes of the packet's payload
     * @return whether the packet is complete with it; it is forgotten then
     */
    public boolean take(long psn, long cumulative, int at, int bytes, int whole) {
        long all = bits(units(whole));
        long these = bits(units(bytes)) << (at / PieceWord.UNIT);
        int i = slotOf(psn, cumulative);
        if (i < 0) {
            return these == all;
        }
        have[i] |= these;
        if ((have[i] & all) != all) {
            return false;
        }
        psns[i] = NONE;
        return true;
    }

    private static int units(int bytes) {
        return (bytes + PieceWord.UNIT - 1) / PieceWord.UNIT;
    }

    private static long bits(int count) {
        return count == Long.SIZE ? -1 : (1L << count) - 1;
    }

    /** Returns where a packet is noted, -1 if there is no room for it. */
    private int slotOf(long psn, long cumulative) {
        while (true) {
            if (psns.length > 0) {
                int i = (int) psn & (psns.length - 1);
                if (psns[i] == psn) {
                    return i;
                }
                boolean free = psns[i] < cumulative;
                if (free || (psns.length == MOST && psn < psns[i])) {
                    psns[i] = psn;
                    have[i] = 0;
                    return i;
                }
                if (psns.length == MOST) {
                    return -1;
                }
            }
            grow(cumulative);
        }
    }

    /** Twice as many slots; what was apart stays apart. */
    private void grow(long cumulative) {
        long[] oldPsns = psns;
        long[] oldHave = have;
        int size = Math.max(LEAST, 2 * oldPsns.length);
        psns = new long[size];
        have = new long[size];
        Arrays.fill(psns, NONE);
        for (int i = 0; i < oldPsns.length; i++) {
            if (oldPsns[i] >= cumulative) {
                int to = (int) oldPsns[i] & (size - 1);
                psns[to] = oldPsns[i];
                have[to] = oldHave[i];
            }
        }
    }
}
