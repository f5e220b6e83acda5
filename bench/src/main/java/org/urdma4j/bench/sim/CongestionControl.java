package org.urdma4j.bench.sim;

/** What decides how fast a flow sends. */
public enum CongestionControl {
    /** A rate that never changes. */
    FIXED,
    /** Reference-rate congestion control of the URDMA paper. */
    RRCC
}
