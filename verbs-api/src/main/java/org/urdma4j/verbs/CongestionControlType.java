package org.urdma4j.verbs;

/** What decides how fast a queue pair of the URDMA profile sends. */
public enum CongestionControlType {
    /** The paper's: bottleneck bandwidth, round trip and loss judged together. */
    RRCC,
    /** The reference rate, or the rate limit, whatever happens on the way. */
    FIXED
}
