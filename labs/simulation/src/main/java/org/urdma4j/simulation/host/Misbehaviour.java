package org.urdma4j.simulation.host;

/**
 * What a receiver tells its sender that isn't so. The first three are those of Savage, Cardwell,
 * Wetherall and Anderson (TCP congestion control with a misbehaving receiver, 1999), by the reports
 * of the URDMA profile.
 */
public enum Misbehaviour {
    /** It tells the truth. */
    NONE,
    /** It sends eight reports in place of each. */
    FLOODS,
    /** The last 256 packets that it has got are named as missing. */
    ASKS_AGAIN,
    /** Acknowledged is what comes in the next half round trip too, and whatever was lost. */
    OPTIMISTIC,
    /** No losses, duplicates and marks are counted; what is missing is named all the same. */
    CONCEALS_LOSS,
    /** The delay of each packet is the least that there ever was. */
    CONCEALS_QUEUE,
    /** The last two together. */
    CONCEALS_ALL;

    boolean concealsLoss() {
        return this == CONCEALS_LOSS || this == CONCEALS_ALL;
    }

    boolean concealsQueue() {
        return this == CONCEALS_QUEUE || this == CONCEALS_ALL;
    }
}
