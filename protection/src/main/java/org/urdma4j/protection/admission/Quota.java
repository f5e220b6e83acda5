package org.urdma4j.protection.admission;

/**
 * How many there may be at a time.
 *
 * @param all in all, 1 or more
 * @param network from one {@link SourceNetwork}, 1 to {@code all}
 * @param address from one address, 1 to {@code network}
 */
public record Quota(int all, int network, int address) {
    public Quota {
        if (address < 1 || network < address || all < network) {
            throw new IllegalArgumentException(
                    "1 <= %d of an address <= %d of a network <= %d doesn't hold"
                            .formatted(address, network, all));
        }
    }

    /** Returns half of it for a network, and a quarter for an address. */
    public static Quota of(int all) {
        return new Quota(all, Math.max(1, all / 2), Math.max(1, all / 4));
    }
}
