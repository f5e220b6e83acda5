package org.urdma4j.measure.spec;

import org.urdma4j.simulation.units.Units;
import org.urdma4j.verbs.UrdmaOffer;

/**
 * When a receiver reports, if by count and time alone, as the URDMA paper has it.
 *
 * @param packets N, that it receives before it reports, 1 to 65,535
 * @param intervalMicros T, after which it reports what came since, 1 to 65,535 µs
 */
public record SackTrigger(int packets, int intervalMicros) {
    /** What an end offers that is told nothing else. */
    public static final SackTrigger USUAL =
            new SackTrigger(
                    UrdmaOffer.DEFAULT.sackPackets(), UrdmaOffer.DEFAULT.sackIntervalMicros());

    private static final int MOST = 0xffff;

    public SackTrigger {
        Range.check("N of --sack", packets, 1, MOST);
        Range.check("T of --sack in us", intervalMicros, 1, MOST);
    }

    /**
     * Reads {@code N,T}, such as {@code 64,1ms}.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static SackTrigger parse(String text) {
        String[] parts = text.split(",", -1);
        Range.require(
                parts.length == 2 && parts[0].matches("[0-9]{1,9}"),
                "\"%s\" is not N,T; write it like --sack 64,1ms".formatted(text));
        long micros = Units.timeNs(parts[1]) / 1000;
        return new SackTrigger(Integer.parseInt(parts[0]), (int) Math.min(micros, MOST + 1));
    }
}
