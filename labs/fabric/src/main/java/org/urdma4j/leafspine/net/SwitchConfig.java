package org.urdma4j.leafspine.net;

/**
 * A switch.
 *
 * @param bufferBytes memory that all ports share
 * @param alpha a queue may have so many times what is free: 1
 * @param pfc whether data is lossless: senders are stopped instead of packets dropped
 * @param pfcAlpha what came by a port may have so many times what is free, before it is stopped:
 *     1/8
 * @param headroomBytes of a port, for what still comes then
 * @param resumeGapBytes so far below the threshold it may go on
 * @param markFromBytes K_min: at this queue and below, nothing is marked
 * @param markAllBytes K_max: above it, all is
 * @param markShare P_max: just below K_max
 */
public record SwitchConfig(
        long bufferBytes,
        double alpha,
        boolean pfc,
        double pfcAlpha,
        long headroomBytes,
        long resumeGapBytes,
        long markFromBytes,
        long markAllBytes,
        double markShare) {
    private static final long BUFFER = 16_000_000;
    private static final long LONGEST = 4300;
    private static final long REACTION_PS = 600_000;

    /** Marks from 4 to 16 KB for each Gbit/s of the cables: 400 KB and 1.6 MB at 100 Gbit/s. */
    private static final long MARK_FROM_SHARE = 250_000;

    private static final long MARK_ALL_SHARE = 62_500;

    /** The constants of docs/fabric.md for cables of such a rate and delay. */
    public static SwitchConfig of(long bitsPerSecond, long delayPs, boolean pfc) {
        double onTheWay = bitsPerSecond / 8e12 * (2 * delayPs + REACTION_PS);
        return new SwitchConfig(
                BUFFER,
                1,
                pfc,
                0.125,
                (long) onTheWay + 3 * LONGEST,
                8192,
                bitsPerSecond / MARK_FROM_SHARE,
                bitsPerSecond / MARK_ALL_SHARE,
                0.2);
    }

    /** Returns the share of packets to mark that leave such a queue behind. */
    double markShare(long queuedBytes) {
        if (queuedBytes <= markFromBytes) {
            return 0;
        }
        if (queuedBytes > markAllBytes) {
            return 1;
        }
        return markShare * (queuedBytes - markFromBytes) / (markAllBytes - markFromBytes);
    }
}
