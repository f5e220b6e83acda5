package org.urdma4j.tools.backend;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a key is used, as it is written: {@code 4M,10m}.
 *
 * @param packets a power of two
 * @param time at most, if it is said
 */
record Rekey(int packets, Optional<Duration> time) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,7})([KM]?)(?:,(\\d{1,6})(s|m|h))?");

    private static final int KILO = 1 << 10;
    private static final int MEGA = 1 << 20;

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it can't be; the message says what could
     */
    static Rekey parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "--rekey takes packets and a time such as 64K or 4M,10m, not '%s'"
                            .formatted(text));
        }
        long unit =
                switch (parts.group(2)) {
                    case "K" -> KILO;
                    case "M" -> MEGA;
                    default -> 1;
                };
        long packets = Long.parseLong(parts.group(1)) * unit;
        if (packets > Integer.MAX_VALUE || Long.bitCount(packets) != 1) {
            throw new IllegalArgumentException(
                    "--rekey takes a power of two of packets, 256 to 4M, not "
                            + parts.group(1)
                            + parts.group(2));
        }
        return new Rekey(
                (int) packets, Optional.ofNullable(parts.group(3)).map(n -> time(n, parts)));
    }

    private static Duration time(String number, Matcher parts) {
        long n = Long.parseLong(number);
        return switch (parts.group(4)) {
            case "s" -> Duration.ofSeconds(n);
            case "m" -> Duration.ofMinutes(n);
            default -> Duration.ofHours(n);
        };
    }
}
