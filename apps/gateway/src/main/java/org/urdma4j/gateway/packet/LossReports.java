package org.urdma4j.gateway.packet;

/** What a Depot says of losses, and what a Sentry makes of it. */
public enum LossReports {
    /**
     * All holes, again and again until they are filled, and what is missing at a flow's end; of
     * what a host sends again only what is missing goes on.
     */
    HOLES,

    /**
     * The paper's two registers, ePSN and ePSN_D: each gap once, when a packet comes from beyond
     * ePSN_D; of what a host sends again only what is missing goes on.
     */
    REGISTERS,

    /** As {@link #HOLES}, but all that a host sends again goes on. */
    UNFILTERED;

    /** Returns whether a Depot names all holes, and looks for them at a flow's end, too. */
    public boolean namesHoles() {
        return this != REGISTERS;
    }

    /** Returns whether a Sentry lets go on only what is missing. */
    public boolean filters() {
        return this != UNFILTERED;
    }
}
