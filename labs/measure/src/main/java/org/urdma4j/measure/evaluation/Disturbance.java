package org.urdma4j.measure.evaluation;

/** What happens to a path while it is used. */
public enum Disturbance {
    /** Nothing. */
    NONE,
    /** The bottleneck's rate is multiplied. */
    RATE,
    /** The round trip is multiplied. */
    DELAY,
    /** Nothing comes through, either way, for some round trips. */
    OUTAGE,
    /** A circuit breaker cuts off the flows that are judged, for some round trips. */
    BREAKER,
    /** All the time, what {@link WirelessLink} does. */
    WIRELESS
}
