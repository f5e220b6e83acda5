package org.urdma4j.simulation.loss;

/** What a script does to a packet it names. */
public sealed interface ScriptAction {
    /** Leaves the packet to the link's random impairments. */
    record Pass() implements ScriptAction {}

    /** Loses the packet on the wire, after it has taken its share of the rate. */
    record Drop() implements ScriptAction {}

    /** Delivers the packet twice. */
    record Duplicate() implements ScriptAction {}

    /** Flips one of the packet's bits. */
    record Corrupt() implements ScriptAction {}

    /**
     * Delivers the packet late and lets others overtake it.
     *
     * @param extraNs how much later than without the script, in nanoseconds; above 0
     */
    record Hold(long extraNs) implements ScriptAction {
        public Hold {
            if (extraNs <= 0) {
                throw new IllegalArgumentException(
                        "a held packet must be held for more than 0 ns, not " + extraNs);
            }
        }
    }
}
