package org.urdma4j.transport.pfc;

import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;

import java.nio.ByteBuffer;

/**
 * Which of a port's eight priorities the other end has stopped, and until when. A pause of so many
 * quanta of 512 bit times begins when its frame arrives and takes the place of the one before; one
 * of zero ends it. PAUSE is for all priorities. Should both kinds come, which 802.1Q doesn't want
 * on one link, the later frame holds.
 *
 * <p>Times are nanoseconds of any clock that doesn't go back. Confined to one thread; nothing is
 * allocated after construction.
 */
public final class PauseState {
    private static final int ALL = 0xff;

    private final long bitsPerSecond;
    private final int obeyed;
    private final long[] sinceNs = new long[Pfc.PRIORITIES];
    private final long[] untilNs = new long[Pfc.PRIORITIES];
    private final long[] pausedNs = new long[Pfc.PRIORITIES];
    private final long[] pauses = new long[Pfc.PRIORITIES];

    /** Bits of priorities whose pause was not over when this was last looked at. */
    private int paused;

    /**
     * Makes that of a port on which nothing is paused.
     *
     * @param bitsPerSecond the port's speed, more than 0
     */
    public PauseState(long bitsPerSecond) {
        this(bitsPerSecond, ALL);
    }

    /**
     * Makes that of a port on which nothing is paused.
     *
     * @param bitsPerSecond the port's speed, more than 0
     * @param obeyed the priorities that PFC frames can stop, bit 0 being priority 0; PAUSE stops
     *     all
     */
    public PauseState(long bitsPerSecond, int obeyed) {
        if (bitsPerSecond <= 0) {
            throw new IllegalArgumentException(
                    "a port that can be paused needs a speed, not %d bit/s"
                            .formatted(bitsPerSecond));
        }
        this.bitsPerSecond = bitsPerSecond;
        this.obeyed = obeyed;
    }

    /** Returns how long so many quanta last at a speed, in nanoseconds, rounded up. */
    public static long quantaNs(int quanta, long bitsPerSecond) {
        return Math.ceilDiv(quanta * (MacControl.QUANTUM_BITS * 1_000_000_000L), bitsPerSecond);
    }

    /**
     * Obeys a frame.
     *
     * @param at where {@link MacControl#find} found it
     * @return the obeyed priorities of which it spoke, bit 0 being priority 0; of another opcode
     *     none
     */
    public int onFrame(ByteBuffer b, int at, long nowNs) {
        return switch (MacControl.opcode(b, at)) {
            case MacControl.PAUSE -> onPause(Pause.quanta(b, at), nowNs);
            case MacControl.PFC -> onPfc(b, at, nowNs);
            default -> 0;
        };
    }

    private int onPause(int quanta, long nowNs) {
        for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
            pause(priority, quanta, nowNs);
        }
        return ALL;
    }

    private int onPfc(ByteBuffer b, int at, long nowNs) {
        int enabled = Pfc.enabled(b, at) & obeyed;
        for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
            if ((enabled & (1 << priority)) != 0) {
                pause(priority, Pfc.quanta(b, at, priority), nowNs);
            }
        }
        return enabled;
    }

    /**
     * Stops a priority from now on, or lets it go on.
     *
     * @param priority 0 to 7
     * @param quanta 0 to 65,535; 0 lets it go on
     */
    public void pause(int priority, int quanta, long nowNs) {
        boolean before = isPaused(priority, nowNs);
        if (quanta == 0) {
            if (before) {
                end(priority, nowNs);
            }
            return;
        }
        pauses[priority]++;
        untilNs[priority] = nowNs + quantaNs(quanta, bitsPerSecond);
        if (!before) {
            paused |= 1 << priority;
            sinceNs[priority] = nowNs;
        }
    }

    /** Returns whether nothing of this priority, 0 to 7, may be sent now. */
    public boolean isPaused(int priority, long nowNs) {
        if ((paused & (1 << priority)) == 0) {
            return false;
        }
        if (untilNs[priority] - nowNs > 0) {
            return true;
        }
        end(priority, untilNs[priority]);
        return false;
    }

    private void end(int priority, long atNs) {
        paused &= ~(1 << priority);
        pausedNs[priority] += atNs - sinceNs[priority];
    }

    /** Returns the priorities that are paused now, bit 0 being priority 0. */
    public int paused(long nowNs) {
        if (paused != 0) {
            for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
                isPaused(priority, nowNs);
            }
        }
        return paused;
    }

    /**
     * Returns when the first of the paused priorities goes on if no frame comes before, {@link
     * Long#MAX_VALUE} if none is paused.
     */
    public long nextResumeNs(long nowNs) {
        int left = paused(nowNs);
        if (left == 0) {
            return Long.MAX_VALUE;
        }
        long leastNs = Long.MAX_VALUE;
        for (int priority = 0; priority < Pfc.PRIORITIES; priority++) {
            if ((left & (1 << priority)) != 0) {
                leastNs = Math.min(leastNs, untilNs[priority] - nowNs);
            }
        }
        return nowNs + leastNs;
    }

    /** Returns how often this priority was told to wait, repetitions included. */
    public long pauses(int priority) {
        return pauses[priority];
    }

    /** Returns how long this priority has waited in all until now, in nanoseconds. */
    public long pausedNs(int priority, long nowNs) {
        return pausedNs[priority] + (isPaused(priority, nowNs) ? nowNs - sinceNs[priority] : 0);
    }
}
