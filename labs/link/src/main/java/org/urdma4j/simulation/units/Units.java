package org.urdma4j.simulation.units;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Quantities from text: {@code 1G} bit/s, {@code 10ms}, {@code 16MiB}, {@code 0.1%}. Numbers may
 * have a fraction ({@code 2.5G}) or an exponent ({@code 1e-4}); a result that is no whole number of
 * its base unit is refused rather than rounded. Every method throws {@link
 * IllegalArgumentException} with a message that shows what would be right.
 */
public final class Units {
    private static final Pattern QUANTITY =
            Pattern.compile("\\s*(\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)\\s*(\\S*)\\s*");

    private static final Pattern RATE_UNIT =
            Pattern.compile("([kmgt]?)(?:bit(?:/s)?|bps)?", Pattern.CASE_INSENSITIVE);

    /** Keeps absurd exponents from becoming absurd amounts of work. */
    private static final int MAX_SCALE = 30;

    private Units() {}

    /**
     * Reads a rate in bits per second: a number, then K, M, G or T (powers of 1000), then
     * optionally {@code bit}, {@code bit/s} or {@code bps}; {@code 0} and {@code unlimited} give 0.
     */
    public static long rate(String text) {
        if (text.strip().equalsIgnoreCase("unlimited")) {
            return 0;
        }
        Matcher quantity = match(text, "a rate", "100M, 2.5G or 1Gbit/s");
        Matcher unit = RATE_UNIT.matcher(quantity.group(2));
        if (!unit.matches()) {
            throw unreadable(text, "a rate", "100M, 2.5G or 1Gbit/s");
        }
        long factor =
                switch (unit.group(1).toLowerCase(Locale.ROOT)) {
                    case "k" -> 1_000L;
                    case "m" -> 1_000_000L;
                    case "g" -> 1_000_000_000L;
                    case "t" -> 1_000_000_000_000L;
                    default -> 1;
                };
        return whole(text, quantity.group(1), factor, "bits per second");
    }

    /** Reads a time in nanoseconds: a number with ns, us, µs, ms or s; 0 needs no unit. */
    public static long timeNs(String text) {
        Matcher quantity = match(text, "a time", "250us, 10ms or 1.5s");
        long factor =
                switch (quantity.group(2)) {
                    case "ns" -> 1;
                    case "us", "µs", "μs" -> 1_000;
                    case "ms" -> 1_000_000;
                    case "s" -> 1_000_000_000;
                    case "" -> 0;
                    default -> throw unreadable(text, "a time", "250us, 10ms or 1.5s");
                };
        if (factor == 0 && new BigDecimal(quantity.group(1)).signum() != 0) {
            throw unreadable(text, "a time", "250us, 10ms or 1.5s");
        }
        return whole(text, quantity.group(1), factor, "nanoseconds");
    }

    /**
     * Reads a size in bytes: a number with KB, MB, GB (powers of 1000), KiB, MiB, GiB or, as iperf3
     * has it for sizes, K, M, G (powers of 1024).
     */
    public static long bytes(String text) {
        Matcher quantity = match(text, "a size", "64K, 16MiB or 1.5MB");
        long factor =
                switch (quantity.group(2).toLowerCase(Locale.ROOT)) {
                    case "", "b" -> 1;
                    case "k", "kib" -> 1L << 10;
                    case "m", "mib" -> 1L << 20;
                    case "g", "gib" -> 1L << 30;
                    case "kb" -> 1_000;
                    case "mb" -> 1_000_000;
                    case "gb" -> 1_000_000_000;
                    default -> throw unreadable(text, "a size", "64K, 16MiB or 1.5MB");
                };
        return whole(text, quantity.group(1), factor, "bytes");
    }

    /** Reads a probability from 0 to 1: a number, or a percentage with {@code %}. */
    public static double probability(String text) {
        Matcher quantity = match(text, "a probability", "0.001 or 0.1%");
        double value =
                switch (quantity.group(2)) {
                    case "" -> Double.parseDouble(quantity.group(1));
                    case "%" -> number(text, quantity.group(1)).movePointLeft(2).doubleValue();
                    default -> throw unreadable(text, "a probability", "0.001 or 0.1%");
                };
        return requireProbability(value, "\"" + text + "\"");
    }

    /**
     * Returns {@code value} if it is a probability.
     *
     * @param name what the value is, for the message
     * @throws IllegalArgumentException if it is outside 0 to 1 or no number
     */
    public static double requireProbability(double value, String name) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(
                    name + " is a probability and must lie between 0 and 1 (100%), not " + value);
        }
        return value;
    }

    private static Matcher match(String text, String what, String examples) {
        Matcher matcher = QUANTITY.matcher(text);
        if (!matcher.matches()) {
            throw unreadable(text, what, examples);
        }
        return matcher;
    }

    private static long whole(String text, String number, long factor, String unit) {
        try {
            return number(text, number).multiply(BigDecimal.valueOf(factor)).longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a whole number of %s within range".formatted(text, unit), e);
        }
    }

    private static BigDecimal number(String text, String number) {
        BigDecimal value;
        try {
            value = new BigDecimal(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"%s\" is out of range".formatted(text), e);
        }
        if (Math.abs((long) value.scale()) > MAX_SCALE) {
            throw new IllegalArgumentException("\"%s\" is out of range".formatted(text));
        }
        return value;
    }

    private static IllegalArgumentException unreadable(String text, String what, String examples) {
        return new IllegalArgumentException(
                "\"%s\" is not %s; write it like %s".formatted(text, what, examples));
    }
}
