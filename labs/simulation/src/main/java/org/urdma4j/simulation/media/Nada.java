package org.urdma4j.simulation.media;

/**
 * The sender's rate of network-assisted dynamic adaptation (RFC 8698, section 4.3), with the
 * parameters of its figure 3: a steep rise while nothing stands in the queue, else steps towards a
 * congestion signal of 10 ms × priority × highest rate ÷ rate. Rates are bit/s, delays
 * milliseconds.
 */
final class Nada {
    static final double REFERENCE_MS = 10;
    static final double INTERVAL_MS = 100;
    private static final double KAPPA = 0.5;
    private static final double ETA = 2;
    private static final double TAU_MS = 500;
    private static final double MOST_RISE = 0.5;
    private static final double QUEUE_BOUND_MS = 50;
    private static final double FILTER_MS = 120;

    private final double least;
    private final double most;
    private final double priority;
    private double rate;
    private double before;

    Nada(double least, double most, double priority) {
        this.least = least;
        this.most = most;
        this.priority = priority;
        rate = least;
    }

    double rate() {
        return rate;
    }

    /**
     * Takes a report.
     *
     * @param received rate that arrived
     * @param rising whether there were no losses, marks or queue lately
     * @param signalMs the aggregate congestion signal
     * @param rttMs the round trip
     * @param sinceMs the time since the report before
     */
    void onReport(double received, boolean rising, double signalMs, double rttMs, double sinceMs) {
        if (rising) {
            double rise = Math.min(MOST_RISE, QUEUE_BOUND_MS / (rttMs + INTERVAL_MS + FILTER_MS));
            rate = Math.max(rate, (1 + rise) * received);
        } else {
            double offset = signalMs - priority * REFERENCE_MS * most / rate;
            double step =
                    KAPPA * sinceMs / TAU_MS * offset / TAU_MS
                            + KAPPA * ETA * (signalMs - before) / TAU_MS;
            rate -= step * rate;
        }
        before = signalMs;
        rate = Math.clamp(rate, least, most);
    }
}
