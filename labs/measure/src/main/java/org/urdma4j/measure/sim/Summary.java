package org.urdma4j.measure.sim;

import org.HdrHistogram.Histogram;
import org.urdma4j.measure.stat.Fairness;

import java.util.List;

/** Makes {@link Measures} of what was noted of flows. */
final class Summary {
    /** To which a percentile is known. */
    static final int DIGITS = 3;

    private final long elapsedNs;
    private final long halfwayNs;
    private final long stepNs;

    /**
     * @param elapsedNs when the run ended
     * @param halfwayNs when its last half began
     * @param stepNs between samples of the delivery rate
     */
    Summary(long elapsedNs, long halfwayNs, long stepNs) {
        this.elapsedNs = elapsedNs;
        this.halfwayNs = halfwayNs;
        this.stepNs = stepNs;
    }

    Measures of(List<FlowWatch> flows, Startup startup, double boundBps) {
        Histogram waits = new Histogram(DIGITS);
        Histogram times = new Histogram(DIGITS);
        long messages = 0;
        long placed = 0;
        long lastHalf = 0;
        StringBuilder failure = new StringBuilder();
        for (FlowWatch watch : flows) {
            waits.add(watch.waits());
            times.add(watch.flow().times());
            messages += watch.flow().completed();
            placed += watch.flow().placedBytes();
            lastHalf += watch.lastHalfBytes();
            if (!watch.flow().failure().isEmpty()) {
                failure.append(failure.isEmpty() ? "" : "; ").append(watch.flow().failure());
            }
        }
        long startNs = flows.getFirst().startNs();
        long sent = sent(flows, EngineCount.SENT_PKTS);
        return new Measures(
                bps(placed, elapsedNs - startNs),
                bps(lastHalf, elapsedNs - Math.max(startNs, halfwayNs)),
                boundBps,
                share(sent(flows, EngineCount.RETRANSMITTED_PKTS), sent),
                share(sent(flows, EngineCount.SPURIOUS_RETRANSMITS), sent),
                share(
                        received(flows, EngineCount.DUPLICATE_REQUEST),
                        received(flows, EngineCount.RCVD_PKTS)),
                share(sent(flows, EngineCount.REPAIR_SENT), sent),
                waits.getValueAtPercentile(50),
                waits.getValueAtPercentile(95),
                startup.stepsTaken() < 0 ? Double.NaN : (double) startup.stepsTaken() * stepNs,
                percentileNs(times, 50),
                percentileNs(times, 99),
                messages,
                failure.toString());
    }

    /** Returns Jain's index of what the flows placed in the last half. */
    static double jain(List<FlowWatch> flows) {
        return Fairness.jain(flows.stream().mapToDouble(FlowWatch::lastHalfBytes));
    }

    private static long sent(List<FlowWatch> flows, EngineCount count) {
        return flows.stream().mapToLong(watch -> watch.flow().sent(count)).sum();
    }

    private static long received(List<FlowWatch> flows, EngineCount count) {
        return flows.stream().mapToLong(watch -> watch.flow().received(count)).sum();
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static double percentileNs(Histogram times, double percent) {
        return times.getTotalCount() == 0 ? Double.NaN : times.getValueAtPercentile(percent);
    }

    private static double bps(long bytes, long ns) {
        return ns <= 0 ? Double.NaN : bytes * 8e9 / ns;
    }
}
