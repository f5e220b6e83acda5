package org.urdma4j.protection.shape;

/**
 * How much chaff follows the last data, until a queue pair falls silent.
 *
 * @param ns nanoseconds, 0 or more
 * @param bytes of chaff from BTH to ICRC, 0 or more
 */
public record ChaffLimit(long ns, long bytes) {
    /** As long as the connection lasts. */
    public static final ChaffLimit NONE = new ChaffLimit(Long.MAX_VALUE, Long.MAX_VALUE);

    /** A minute. */
    public static final ChaffLimit DEFAULT = ofNs(60_000_000_000L);

    public ChaffLimit {
        if (ns < 0 || bytes < 0) {
            throw new IllegalArgumentException(
                    "chaff lasts 0 ns and 0 bytes at least, not %d and %d".formatted(ns, bytes));
        }
    }

    public static ChaffLimit ofNs(long ns) {
        return new ChaffLimit(ns, Long.MAX_VALUE);
    }

    public static ChaffLimit ofBytes(long bytes) {
        return new ChaffLimit(Long.MAX_VALUE, bytes);
    }
}
