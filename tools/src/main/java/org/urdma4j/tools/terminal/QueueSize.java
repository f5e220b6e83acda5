package org.urdma4j.tools.terminal;

import org.urdma4j.simulation.units.Units;

/** How large a queue is, as it is written on the command line: in time or bytes. */
public final class QueueSize {
    private static final double NS_PER_S = 1e9;

    private QueueSize() {}

    /**
     * Returns bytes.
     *
     * @param text a time, of what leaves at that rate, or bytes
     * @param unlimited what a time is when the rate is without limit, which is 0
     * @throws IllegalArgumentException if it is neither
     */
    public static long bytes(String text, long rateBps, long unlimited) {
        if (!text.strip().endsWith("s")) {
            return Units.bytes(text);
        }
        long ns = Units.timeNs(text);
        return rateBps == 0 ? unlimited : (long) (rateBps / (double) Byte.SIZE * (ns / NS_PER_S));
    }
}
