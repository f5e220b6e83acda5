package org.urdma4j.measure.traffic;

/**
 * Round trips of small requests, before the traffic and beside it.
 *
 * @param idle before the traffic began
 * @param loaded beside it, after the start that doesn't count
 * @param idleRpm round trips a minute before it, by the trimmed mean
 * @param rpm round trips a minute beside it: 60 s by the mean of the shortest 95 %, the trimmed
 *     mean of draft-ietf-ippm-responsiveness, "Responsiveness under Working Conditions"
 */
public record Responsiveness(
        LatencySummary idle, LatencySummary loaded, double idleRpm, double rpm) {}
