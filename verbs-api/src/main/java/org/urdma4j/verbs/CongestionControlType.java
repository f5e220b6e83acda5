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
    TIMELY_PATCHED,
    /**
     * RRCC, and no more than the peer grants, whose port schedules all who send to it. It takes
     * {@link UrdmaOffer#FEATURE_GRANTS} on both ends; otherwise it is RRCC.
     */
    RRCC_GRANTS,
    /**
     * What the peer grants, at the reference rate, whatever happens on the way. Where the peer
     * grants nothing it is RRCC.
     */
    GRANTS,
    /**
     * Gives way to everybody: RRCC where nobody else is, next to nothing while others keep a queue.
     * Needs the reports of the URDMA profile, as RRCC does.
     */
    BACKGROUND,
    /**
     * RRCC that sends as CUBIC or BBR does while such fill the queue. On trial: several flows of it
     * may take each other for rivals.
     */
    RRCC_RIVALS;

    /** Returns whether it goes by reports, which queue pairs of the standard profile don't get. */
    public boolean needsReports() {
        return this == RRCC || this == RRCC_RIVALS || this == BACKGROUND || grants();
    }

    /** Returns whether the peer has a say in how much is sent, and this end in what it sends. */
    public boolean grants() {
        return this == RRCC_GRANTS || this == GRANTS;
    }

    /**
     * Returns whether it begins at the rate of the line, and so must be told it: {@link
     * UrdmaTuning#referenceRate}. These work in the standard profile too.
     */
    public boolean needsLineRate() {
        return this == DCQCN || this == TIMELY || this == TIMELY_PATCHED;
    }
}
