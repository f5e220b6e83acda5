package org.urdma4j.peers.echo;

import org.HdrHistogram.Histogram;

import java.time.Duration;
import java.util.Locale;

/** Round trips after those that don't count, as {@code bench client --latency} has them. */
final class EchoTimes {
    private static final long MOST_NS = 3_600_000_000_000L;
    private static final int DIGITS = 3;
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_S = 1e9;

    private final Histogram histogram = new Histogram(MOST_NS, DIGITS);
    private final long omitNs;
    private final long timeNs;
    private long startNs;
    private long lastNs;
    private long lost;

    EchoTimes(Duration omit, Duration time) {
        omitNs = omit.toNanos();
        timeNs = time.toNanos();
    }

    /** The first request is asked now; {@link System#nanoTime}. */
    void start(long nowNs) {
        startNs = nowNs;
        lastNs = nowNs;
    }

    /**
     * A request was answered.
     *
     * @return whether the time is over
     */
    boolean answered(long askedNs, long nowNs) {
        lastNs = nowNs;
        if (nowNs - startNs >= omitNs) {
            histogram.recordValue(Math.min(nowNs - askedNs, MOST_NS));
        }
        return nowNs - startNs >= omitNs + timeNs;
    }

    /** No answer came in time; it is asked again. */
    void lost(long nowNs) {
        if (nowNs - startNs >= omitNs) {
            lost++;
        }
    }

    long count() {
        return histogram.getTotalCount();
    }

    long lost() {
        return lost;
    }

    /** Returns what {@link org.urdma4j.lab.latency.RoundTrips#parse} reads. */
    String json() {
        double seconds = Math.max(0, lastNs - startNs - omitNs) / NS_PER_S;
        return String.format(
                Locale.ROOT,
                "{\"end\":{\"sum_sent\":{\"seconds\":%.6f,\"retransmits\":%d},"
                        + "\"latency_us\":{\"count\":%d,\"typical\":%.3f,\"p99\":%.3f,"
                        + "\"p999\":%.3f}}}",
                seconds,
                lost,
                count(),
                histogram.getValueAtPercentile(50) / NS_PER_US,
                histogram.getValueAtPercentile(99) / NS_PER_US,
                histogram.getValueAtPercentile(99.9) / NS_PER_US);
    }
}
