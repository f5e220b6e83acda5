package org.urdma4j.retransmit.sack;

/**
 * Settings of the receiving half, negotiated in the offer.
 *
 * @param reportPackets N: a report is due after so many packets, at least 1
 * @param reportIntervalNs T: a report is due so long after the first packet not yet reported, more
 *     than 0
 * @param maxWindowPackets how far beyond the cumulative number a packet may be, 1 to 2^22
 */
public record SackConfig(int reportPackets, long reportIntervalNs, int maxWindowPackets) {
    /** The largest window, in packets. */
    public static final int LARGEST_WINDOW = 1 << 22;

    /** Checks the ranges. */
    public SackConfig {
        if (reportPackets < 1) {
            throw new IllegalArgumentException("reportPackets " + reportPackets);
        }
        if (reportIntervalNs <= 0) {
            throw new IllegalArgumentException("reportIntervalNs " + reportIntervalNs);
        }
        checkWindow(maxWindowPackets);
    }

    static void checkWindow(int maxWindowPackets) {
        if (maxWindowPackets < 1 || maxWindowPackets > LARGEST_WINDOW) {
            throw new IllegalArgumentException("maxWindowPackets " + maxWindowPackets);
        }
    }
}
