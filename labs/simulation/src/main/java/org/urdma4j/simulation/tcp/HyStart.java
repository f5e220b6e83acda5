package org.urdma4j.simulation.tcp;

/**
 * Ends a slow start before it overflows the queue, as Linux has it: when acknowledgements without a
 * gap have come for half of the smallest round trip, or when the shortest of a round's first eight
 * round trips is longer than the smallest by an eighth of it, 4 to 16 ms.
 */
final class HyStart {
    private static final int LEAST_WINDOW = 16;
    private static final int SAMPLES = 8;
    private static final long GAP_NS = 2_000_000;
    private static final long LEAST_NS = 4_000_000;
    private static final long MOST_NS = 16_000_000;

    private final boolean trains;
    private long roundEnd;
    private long roundNs;
    private long lastNs;
    private long shortestNs;
    private int samples;

    /**
     * @param trains whether acknowledgements without a gap say anything; not of a paced sender
     */
    HyStart(boolean trains) {
        this.trains = trains;
    }

    boolean onAck(TcpAck ack, int window) {
        if (ack.newest >= roundEnd) {
            roundEnd = ack.next;
            roundNs = ack.nowNs;
            lastNs = ack.nowNs;
            shortestNs = Long.MAX_VALUE;
            samples = 0;
        }
        if (window < LEAST_WINDOW) {
            return false;
        }
        if (trains && ack.nowNs - lastNs <= GAP_NS) {
            lastNs = ack.nowNs;
            if (ack.nowNs - roundNs > ack.minRttNs / 2) {
                return true;
            }
        }
        shortestNs = Math.min(shortestNs, ack.rttNs);
        samples++;
        long longerNs = Math.clamp(ack.minRttNs / 8, LEAST_NS, MOST_NS);
        return samples >= SAMPLES && shortestNs > ack.minRttNs + longerNs;
    }
}
