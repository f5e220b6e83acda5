package org.urdma4j.transport.cm;

/** Ranges of values that are too narrow for their type. */
final class Limits {
    private Limits() {}

    static void check(String what, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(
                    "%s is %d, not 0 to %d".formatted(what, value, most));
        }
    }
}
