package org.urdma4j.verbs;

import java.time.Duration;
import java.util.Objects;

/**
 * When a connected peer that isn't heard of is asked for a sign, and when it is given up. Any valid
 * packet is a sign, so a connection that is in use asks for none. Each end has its own; the peer
 * needs no support for it but what its profile demands.
 *
 * <p>A peer that is silent for {@code interval} is asked, and from then on four times in each
 * interval; after {@code missed} intervals without a sign it has vanished. Time in which this
 * process was stopped counts as one question that wasn't answered. Under URDMA an interval of less
 * than eight round trips is taken for eight.
 *
 * @param interval 20 ms to a day; zero for off
 * @param missed intervals, 2 to 100; 0 for off
 */
public record KeepAlive(Duration interval, int missed) {
    /** Nothing is asked: a peer that vanishes while nothing is under way isn't noticed. */
    public static final KeepAlive OFF = new KeepAlive(Duration.ZERO, 0);

    /** 15 s, three missed: a peer that vanishes is noticed after 45 s. */
    public static final KeepAlive DEFAULT = new KeepAlive(Duration.ofSeconds(15), 3);

    private static final int MOST_MISSED = 100;

    /** Checks the ranges. */
    public KeepAlive {
        Objects.requireNonNull(interval, "interval");
        if (!interval.isZero() || missed != 0) {
            Checks.range("interval in ms", interval.toMillis(), 20, 86_400_000);
            Checks.range("missed", missed, 2, MOST_MISSED);
        }
    }

    /** Returns one with three missed intervals. */
    public static KeepAlive every(Duration interval) {
        return new KeepAlive(interval, DEFAULT.missed);
    }

    /** Returns whether a peer that vanishes is noticed. */
    public boolean isOn() {
        return missed > 0;
    }

    /** Returns how long a peer is silent before it is given up, zero if it never is. */
    public Duration limit() {
        return interval.multipliedBy(missed);
    }
}
