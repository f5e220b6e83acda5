package org.urdma4j.protection.association.state;

import java.time.Duration;

/**
 * How long things take, in nanoseconds.
 *
 * @param heartbeatNs between heartbeats; three missed are too many
 * @param handshakeNs that a handshake may take
 * @param generationNs from a generation to the next
 * @param graceNs that an old generation is opened besides the new one
 * @param expiryNs after the last handshake that succeeded, when the association ends
 * @param firstRetryNs after the second failure to connect; doubles, the first is tried at once
 * @param mostRetryNs at most between two tries
 */
public record Timing(
        long heartbeatNs,
        long handshakeNs,
        long generationNs,
        long graceNs,
        long expiryNs,
        long firstRetryNs,
        long mostRetryNs) {

    static final int MISSED = 3;

    /** Returns the usual times: 15 s, 10 s, as given, 10 s, 24 h, 1 s, 1 min. */
    public static Timing of(Duration generation) {
        return new Timing(
                Duration.ofSeconds(15).toNanos(),
                Duration.ofSeconds(10).toNanos(),
                generation.toNanos(),
                Duration.ofSeconds(10).toNanos(),
                Duration.ofHours(24).toNanos(),
                Duration.ofSeconds(1).toNanos(),
                Duration.ofMinutes(1).toNanos());
    }

    static boolean isDue(long atNs, long nowNs) {
        return nowNs - atNs >= 0;
    }

    static long sooner(long a, long b) {
        return a - b < 0 ? a : b;
    }
}
