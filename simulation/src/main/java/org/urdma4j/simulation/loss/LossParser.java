package org.urdma4j.simulation.loss;

import org.urdma4j.simulation.units.Units;

import java.util.Locale;

/** Reads the text form of a {@link LossSpec}. */
final class LossParser {
    private static final String BURSTS = "ge:";

    private LossParser() {}

    static LossSpec parse(String text) {
        String spec = text.strip().toLowerCase(Locale.ROOT);
        if (spec.equals("none")) {
            return LossSpec.NONE;
        }
        if (spec.startsWith(BURSTS)) {
            return bursts(text, spec.substring(BURSTS.length()).split(",", -1));
        }
        double probability = Units.probability(spec);
        return probability == 0 ? LossSpec.NONE : new Bernoulli(probability);
    }

    private static LossSpec bursts(String text, String[] values) {
        if (values.length < 2 || values.length > 4) {
            throw new IllegalArgumentException(
                    "\"%s\" does not have two to four probabilities; write ge:p,r,h like ge:0.1%%,25%%,1"
                            .formatted(text));
        }
        return new GilbertElliott(
                Units.probability(values[0]),
                Units.probability(values[1]),
                values.length > 2 ? Units.probability(values[2]) : 1,
                values.length > 3 ? Units.probability(values[3]) : 0);
    }
}
