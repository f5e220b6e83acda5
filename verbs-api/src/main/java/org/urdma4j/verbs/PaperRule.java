package org.urdma4j.verbs;

/**
 * What RRCC is to do as its paper has it (ZTE Technology Journal 30(6), 2024, section 2.2.2), where
 * it does otherwise by itself.
 */
public enum PaperRule {
    /** It probes for more bandwidth each 5 to 10 round trips, however short they are. */
    CYCLE,
    /**
     * A round trip that loses more than a threshold lowers the rate by the share that it lost,
     * wherever that came from.
     */
    DECREASE
}
