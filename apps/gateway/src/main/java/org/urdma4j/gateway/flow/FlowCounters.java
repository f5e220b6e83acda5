package org.urdma4j.gateway.flow;

/** What a gateway has counted of one flow. Live; read by the thread that runs the gateway. */
public final class FlowCounters {
    /** Requests of it that came, again or for the first time. */
    public long packets;

    /** Copies sent again over the long link, of requests at a Sentry and of answers at a Depot. */
    public long resent;

    /** NACKs sent to its host. */
    public long nacks;

    /** Packets that the host sent again and that went no further. */
    public long filtered;

    /** Packets held behind a hole: requests at a Depot, answers at a Sentry. */
    public long held;

    /** Packets that came in a hole, and so were recovered. */
    public long recovered;

    /** Packets given to the receiver a second time from the backup. */
    public long releasedAgain;

    /** Holes given up. */
    public long givenUp;
}
