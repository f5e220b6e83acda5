package org.urdma4j.tools.tunnel;

import org.urdma4j.simulation.units.Units;
import org.urdma4j.tunnel.cell.ConstantRate;

import java.util.OptionalLong;

/**
 * What cells look like from outside, as it is written: {@code constant:1G} or {@code none}.
 *
 * @param rateBps of all cells; empty: cells go out when frames wait
 */
record Shape(OptionalLong rateBps) {
    private static final String FORM =
            "--shape takes constant:RATE, such as constant:1G, or none; a rate is set by hand";
    private static final String CONSTANT = "constant";

    /**
     * Reads it.
     *
     * @param text null if nobody said it
     * @throws IllegalArgumentException if it can't be; the message says what could
     */
    static Shape parse(String text) {
        if (text == null) {
            throw new IllegalArgumentException(FORM);
        }
        if (text.equals("none")) {
            return new Shape(OptionalLong.empty());
        }
        if (!text.startsWith(CONSTANT + ":") || text.length() == CONSTANT.length() + 1) {
            throw new IllegalArgumentException("%s, not '%s'".formatted(FORM, text));
        }
        long rate = Units.rate(text.substring(CONSTANT.length() + 1));
        if (rate < ConstantRate.LEAST_BPS || rate > ConstantRate.MOST_BPS) {
            throw new IllegalArgumentException(
                    "a constant rate is 100K to 400G, not '%s'".formatted(text));
        }
        return new Shape(OptionalLong.of(rate));
    }

    /** As it is written, with the rate in bit/s. */
    @Override
    public String toString() {
        return rateBps.isPresent() ? CONSTANT + ":" + rateBps.getAsLong() : "none";
    }
}
