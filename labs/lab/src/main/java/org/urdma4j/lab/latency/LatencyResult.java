package org.urdma4j.lab.latency;

/**
 * What came of one run.
 *
 * @param failure why it failed; empty if it didn't
 */
public record LatencyResult(LatencyTurn turn, RoundTrips trips, String failure) {
    public static LatencyResult failed(LatencyTurn turn, String why) {
        return new LatencyResult(turn, RoundTrips.NONE, why);
    }
}
