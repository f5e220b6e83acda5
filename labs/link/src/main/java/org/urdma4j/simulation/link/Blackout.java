package org.urdma4j.simulation.link;

/**
 * A time during which everything that leaves the sender is lost.
 *
 * @param startNs nanoseconds after the link's origin, 0 or more
 * @param lengthNs how long it lasts, above 0
 */
public record Blackout(long startNs, long lengthNs) {
    public Blackout {
        if (startNs < 0 || lengthNs <= 0 || startNs + lengthNs < 0) {
            throw new IllegalArgumentException(
                    "a blackout starts at 0 ns or later and lasts longer than 0 ns, not %d and %d"
                            .formatted(startNs, lengthNs));
        }
    }

    /** Returns when it is over, in nanoseconds after the link's origin. */
    public long endNs() {
        return startNs + lengthNs;
    }
}
