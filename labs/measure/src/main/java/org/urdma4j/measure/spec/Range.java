package org.urdma4j.measure.spec;

/** Refuses values out of their range, with a line that says what is allowed. */
public final class Range {
    private Range() {}

    static void check(String name, long value, long least, long most) {
        require(
                value >= least && value <= most,
                "%s is %d, must be %d to %d".formatted(name, value, least, most));
    }

    /**
     * Refuses what isn't valid.
     *
     * @throws IllegalArgumentException with {@code message} unless it is
     */
    public static void require(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }
}
