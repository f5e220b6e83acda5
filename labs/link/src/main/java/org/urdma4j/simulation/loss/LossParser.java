package org.urdma4j.simulation.loss;

import org.urdma4j.simulation.units.Units;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** Reads and writes the text form of a {@link LossSpec}. */
final class LossParser {
    private static final String OF_PACKETS = "ge:";
    private static final String OF_TIME = "burst:";

    private static final List<String> UNITS = List.of("ns", "us", "ms", "s");

    private LossParser() {}

    static LossSpec parse(String text) {
        String spec = plain(text);
        if (spec.equals("none")) {
            return LossSpec.NONE;
        }
        if (spec.startsWith(OF_PACKETS)) {
            return ofPackets(text, spec.substring(OF_PACKETS.length()).split(",", -1));
        }
        if (spec.startsWith(OF_TIME)) {
            return ofTime(text, spec.substring(OF_TIME.length()).split(",", -1));
        }
        double probability = Units.probability(spec);
        return probability == 0 ? LossSpec.NONE : new Bernoulli(probability);
    }

    static boolean namesModel(String text) {
        String spec = plain(text);
        return spec.startsWith(OF_PACKETS) || spec.startsWith(OF_TIME);
    }

    private static String plain(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }

    private static LossSpec ofPackets(String text, String[] values) {
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

    private static LossSpec ofTime(String text, String[] values) {
        if (values.length < 2 || values.length > 3) {
            throw new IllegalArgumentException(
                    ("\"%s\" does not have two times and a share; write burst:GOOD,BAD,H like"
                                    + " burst:2s,20ms,0.8")
                            .formatted(text));
        }
        return new Bursts(
                Units.timeNs(values[0].strip()),
                Units.timeNs(values[1].strip()),
                values.length > 2 ? Units.probability(values[2]) : 1);
    }

    /** Writes a time in the largest unit of which it is a whole number. */
    static String time(long ns) {
        long value = ns;
        int unit = 0;
        while (unit < UNITS.size() - 1 && value % 1000 == 0) {
            value /= 1000;
            unit++;
        }
        return value + UNITS.get(unit);
    }

    /** Writes a probability so that it is read back as it is. */
    static String number(double probability) {
        return BigDecimal.valueOf(probability).stripTrailingZeros().toPlainString();
    }
}
