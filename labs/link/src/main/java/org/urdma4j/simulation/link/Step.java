package org.urdma4j.simulation.link;

/**
 * A property that takes a new value at a set time.
 *
 * @param atNs nanoseconds after the link's origin, 0 or more
 * @param value the value from then on, in the property's unit; 0 or more
 */
public record Step(long atNs, long value) {
    public Step {
        if (atNs < 0 || value < 0) {
            throw new IllegalArgumentException(
                    "neither the time (%d ns) nor the value (%d) of a step may be negative"
                            .formatted(atNs, value));
        }
    }
}
