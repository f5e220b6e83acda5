package org.urdma4j.simulation.loss;

/**
 * Which of the packets that a rule matches it applies to. Packets are counted from 1.
 *
 * @param from the first it applies to, at least 1
 * @param to the last, not below {@code from}
 * @param step every how many in between, at least 1
 */
public record Occurrence(long from, long to, long step) {
    public Occurrence {
        if (from < 1 || to < from || step < 1) {
            throw new IllegalArgumentException(
                    "occurrences count from 1 upwards, not from %d to %d by %d"
                            .formatted(from, to, step));
        }
    }

    /** The first match alone. */
    public static Occurrence first() {
        return nth(1);
    }

    /** The n-th match alone, counted from 1. */
    public static Occurrence nth(long n) {
        return new Occurrence(n, n, 1);
    }

    /** The first n matches. */
    public static Occurrence upTo(long n) {
        return new Occurrence(1, n, 1);
    }

    /** Every n-th match: n, 2n, 3n and so on. */
    public static Occurrence every(long n) {
        return new Occurrence(n, Long.MAX_VALUE, n);
    }

    public static Occurrence all() {
        return every(1);
    }

    /** Returns whether the n-th match, counted from 1, is meant. */
    public boolean includes(long n) {
        return n >= from && n <= to && (n - from) % step == 0;
    }
}
