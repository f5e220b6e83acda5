package org.urdma4j.simulation.link;

import org.urdma4j.simulation.units.Units;

import java.util.Locale;

/** How large a queue is, as people write it: by what the path carries, in time or in bytes. */
public final class QueueSize {
    private static final String BDP = "bdp";
    private static final double MOST_BDPS = 1000;
    private static final double NS_PER_BYTE_AT_1_BPS = 8e9;

    private QueueSize() {}

    /**
     * Reads a size: {@code 1bdp} or {@code 0.5bdp}, of what the rate carries in a round trip; a
     * time such as {@code 20ms}, of what leaves in that; or bytes such as {@code 16MiB}.
     *
     * @param rateBps bits per second, 0 for no limit
     * @param rttNs the path's round trip
     * @param unlimited the size where it depends on a rate that has no limit
     * @throws IllegalArgumentException if it is none of these, with a message that shows what is
     */
    public static long bytes(String text, long rateBps, long rttNs, long unlimited) {
        String size = text.strip().toLowerCase(Locale.ROOT);
        double ns;
        if (size.endsWith(BDP)) {
            ns = factor(text, size.substring(0, size.length() - BDP.length())) * rttNs;
        } else if (size.endsWith("s")) {
            ns = Units.timeNs(text);
        } else {
            return Units.bytes(text);
        }
        return rateBps == LinkConfig.UNLIMITED
                ? unlimited
                : (long) (rateBps / NS_PER_BYTE_AT_1_BPS * ns);
    }

    private static double factor(String text, String number) {
        try {
            double factor = Double.parseDouble(number);
            if (factor >= 0 && factor <= MOST_BDPS) {
                return factor;
            }
        } catch (NumberFormatException _) {
            // the same message as for what is out of range
        }
        throw new IllegalArgumentException(
                "\"%s\" is not a queue; write it like 1bdp, 0.5bdp, 20ms or 16MiB".formatted(text));
    }
}
