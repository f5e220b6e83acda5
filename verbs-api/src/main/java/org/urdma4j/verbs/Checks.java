package org.urdma4j.verbs;

/** Range checks whose messages name the value and its range. */
final class Checks {
    /** The longest message, and so the longest buffer: 2^31 bytes (IBTA 9.4). */
    static final long MAX_MESSAGE = 1L << 31;

    private Checks() {}

    static int range(String name, int value, int min, int max) {
        return (int) range(name, (long) value, min, max);
    }

    static long range(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "%s is %d, but must be %d to %d".formatted(name, value, min, max));
        }
        return value;
    }
}
