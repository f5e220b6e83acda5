package org.urdma4j.measure.traffic;

/**
 * Times of single requests, in microseconds from when a request was meant to be posted to its
 * completion, so that a request that waits for a slow one before it counts its waiting too.
 *
 * @param count requests timed
 * @param min shortest
 * @param typical median, as perftest has it
 * @param avg mean
 * @param p99 99 % took no longer
 * @param p999 99.9 % took no longer
 * @param max longest
 */
public record LatencySummary(
        long count, double min, double typical, double avg, double p99, double p999, double max) {}
