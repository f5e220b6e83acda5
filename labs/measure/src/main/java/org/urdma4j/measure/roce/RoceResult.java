package org.urdma4j.measure.roce;

import java.util.List;

/**
 * What came of a run.
 *
 * @param elapsedNs less than asked for if a connection broke
 * @param flows in the order in which the scenario makes them
 * @param totals of all switches
 * @param pausedShare of the time, on average over the ports of hosts, in the flows' priority
 * @param stillNs for how long no byte had come to any receiver at the end
 * @param points over time
 * @param failure of a connection, or empty
 */
public record RoceResult(
        RoceOptions options,
        long elapsedNs,
        List<Flow> flows,
        Totals totals,
        double pausedShare,
        long stillNs,
        List<Point> points,
        String failure) {
    /**
     * One flow.
     *
     * @param goodputBps payload that was placed in the second half, bit/s
     * @param placedBytes payload placed in the whole time
     */
    public record Flow(String from, String to, int priority, double goodputBps, long placedBytes) {}

    /**
     * Counted by switches.
     *
     * @param pauseFrames that stop something, repetitions included
     * @param marked packets with congestion experienced
     * @param overThreshold packets without flow control dropped at a long queue
     * @param overHeadroom packets with flow control dropped for want of headroom
     * @param byWatchdog packets dropped in storms
     * @param storms that watchdogs ended
     */
    public record Totals(
            long pauseFrames,
            long marked,
            long overThreshold,
            long overHeadroom,
            long byWatchdog,
            long storms) {}

    /**
     * What was seen at a time.
     *
     * @param goodputBps of each flow since the point before
     * @param queueBytes in all switches, in the flows' priority
     * @param stoppedPorts of hosts and switches that may not send in that priority
     */
    public record Point(long atNs, List<Double> goodputBps, long queueBytes, int stoppedPorts) {}

    /** Returns payload of all flows in the second half, bit/s. */
    public double goodputBps() {
        return flows.stream().mapToDouble(Flow::goodputBps).sum();
    }

    /** Returns Jain's index of what flows got in the second half, victims left out. */
    public double jain() {
        double[] rates =
                flows.stream().limit(options.senders()).mapToDouble(Flow::goodputBps).toArray();
        double sum = 0;
        double squares = 0;
        for (double rate : rates) {
            sum += rate;
            squares += rate * rate;
        }
        return squares == 0 ? Double.NaN : sum * sum / (rates.length * squares);
    }
}
