package org.urdma4j.measure.rail;

import org.urdma4j.simulation.units.Units;

/**
 * A rail dies or comes back.
 *
 * @param kills whether it dies: from then on it loses everything, both ways
 * @param rail number of the rail, from 0
 * @param atNs when, from the start
 */
public record RailEvent(boolean kills, int rail, long atNs) {
    /** Reads {@code 1@5s}: rail 1 after 5 s. */
    static RailEvent parse(boolean kills, String text) {
        String[] parts = text.split("@", -1);
        if (parts.length == 2 && parts[0].strip().matches("\\d{1,2}")) {
            return new RailEvent(kills, Integer.parseInt(parts[0].strip()), Units.timeNs(parts[1]));
        }
        throw new IllegalArgumentException(
                "\"%s\" names no rail and time; write it like 1@5s, rails counted from 0"
                        .formatted(text.strip()));
    }
}
