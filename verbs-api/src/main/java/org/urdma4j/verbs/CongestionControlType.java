package org.urdma4j.verbs;

/** What decides how fast a queue pair sends. */
public enum CongestionControlType {
    /**
     * The URDMA paper's: bottleneck bandwidth, round trip and loss judged together. Needs the
     * reports of the URDMA profile; queue pairs of the standard profile send at their rate limit.
     */
    RRCC,
    /** The reference rate, or the rate limit, whatever happens on the way. */
    FIXED,
    /** Congestion notifications of the peer, which sees the ECN marks of switches. */
    DCQCN,
    /** Round trips and their gradient, as published; sharing a path it is unfair. */
    TIMELY,
    /** TIMELY with the correction that gives it one fixed point. */
    TIMELY_PATCHED;

    /**
     * Returns whether it begins at the rate of the line, and so must be told it: {@link
     * UrdmaTuning#referenceRate}. These work in the standard profile too.
     */
    public boolean needsLineRate() {
        return this != RRCC && this != FIXED;
    }
}
