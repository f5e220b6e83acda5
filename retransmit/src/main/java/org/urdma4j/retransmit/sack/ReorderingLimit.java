package org.urdma4j.retransmit.sack;

/**
 * How much later than its successors a packet may come before it is reported missing, in packets
 * and in time; either is enough. The limit in packets starts at 3 (RFC 8985, DupThresh) and becomes
 * the distance by which a first transmission came late. The one in time lies between an eighth and
 * a quarter of a round trip. Both sink by an eighth in sixteen round trips that did without.
 */
final class ReorderingLimit {
    static final int SMALLEST_PACKETS = 3;

    private static final int PERIOD_ROUND_TRIPS = 16;

    private final int largestPackets;
    private int packets = SMALLEST_PACKETS;
    private long lateNs;
    private long periodStartNs;
    private int periodPackets;
    private long periodLateNs;
    private boolean running;

    ReorderingLimit(int largestPackets) {
        this.largestPackets = Math.max(SMALLEST_PACKETS, largestPackets);
    }

    void start() {
        packets = SMALLEST_PACKETS;
        lateNs = 0;
        restartPeriod(0);
        running = false;
    }

    int packets() {
        return packets;
    }

    long timeNs(long roundTripNs) {
        return Math.clamp(lateNs, roundTripNs / 8, roundTripNs / 4);
    }

    /**
     * A first transmission came late.
     *
     * @param distance packets from it to the highest seen
     * @param laterNs by how much later than it the newest packet seen was sent
     */
    void onLate(long nowNs, long distance, long laterNs, long roundTripNs) {
        int reached = (int) Math.min(distance, largestPackets);
        periodPackets = Math.max(periodPackets, reached);
        periodLateNs = Math.max(periodLateNs, laterNs);
        packets = Math.max(packets, reached);
        lateNs = Math.clamp(laterNs, lateNs, Math.max(lateNs, roundTripNs / 4));
        decay(nowNs, roundTripNs);
    }

    /** Lowers the limit when its period is over. */
    void decay(long nowNs, long roundTripNs) {
        if (!running) {
            running = true;
            periodStartNs = nowNs;
        }
        if (nowNs - periodStartNs < PERIOD_ROUND_TRIPS * roundTripNs) {
            return;
        }
        int sunk = packets - Math.ceilDiv(packets, 8);
        packets = Math.max(Math.max(sunk, periodPackets), SMALLEST_PACKETS);
        lateNs = Math.max(lateNs - lateNs / 8, Math.min(periodLateNs, lateNs));
        restartPeriod(nowNs);
    }

    private void restartPeriod(long nowNs) {
        periodStartNs = nowNs;
        periodPackets = 0;
        periodLateNs = 0;
    }
}
