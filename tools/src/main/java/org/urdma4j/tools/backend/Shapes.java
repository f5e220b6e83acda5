package org.urdma4j.tools.backend;

import org.urdma4j.protection.shape.ChaffLimit;
import org.urdma4j.protection.shape.Shape;
import org.urdma4j.simulation.units.Units;

/** Shapes of traffic as they are written: {@code pad}, {@code constant:100M}. */
final class Shapes {
    private static final String CONSTANT = "constant";

    /** A day. */
    private static final long MOST_NS = 86_400_000_000_000L;

    private static final long MOST_BYTES = 1L << 40;

    private Shapes() {}

    /**
     * Reads one.
     *
     * @param shape none, pad or constant with a rate; null for none
     * @param limit a time, bytes or none; null if it isn't said
     * @throws IllegalArgumentException if it can't be; the message says what could
     */
    static Shape parse(String shape, String limit) {
        String text = shape == null ? "none" : shape;
        boolean constant = text.equals(CONSTANT) || text.startsWith(CONSTANT + ":");
        if (limit != null && !constant) {
            throw new IllegalArgumentException("--chaff-limit needs --shape constant:RATE");
        }
        if (constant) {
            return Shape.constant(
                    rate(text), limit == null ? ChaffLimit.DEFAULT : chaffLimit(limit));
        }
        return switch (text) {
            case "none" -> Shape.NONE;
            case "pad" -> Shape.PAD;
            default ->
                    throw new IllegalArgumentException(
                            "--shape takes none, pad or constant:RATE, not '%s'".formatted(text));
        };
    }

    private static long rate(String text) {
        String rate = text.substring(Math.min(text.length(), CONSTANT.length() + 1));
        if (rate.isEmpty()) {
            throw new IllegalArgumentException(
                    "--shape constant needs a rate in bit/s, such as constant:100M");
        }
        long bitsPerSecond;
        try {
            bitsPerSecond = Units.rate(rate);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--shape: " + e.getMessage(), e);
        }
        if (bitsPerSecond < Shape.LEAST_RATE || bitsPerSecond > Shape.MOST_RATE) {
            throw new IllegalArgumentException(
                    "--shape constant takes 1M to 400G bit/s, not '%s'".formatted(rate));
        }
        return bitsPerSecond;
    }

    private static ChaffLimit chaffLimit(String text) {
        if (text.equals("none")) {
            return ChaffLimit.NONE;
        }
        boolean time = text.endsWith("s");
        long limit;
        try {
            limit = time ? Units.timeNs(text) : Units.bytes(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--chaff-limit takes a time such as 10s, bytes such as 64M, or none, not '%s'"
                            .formatted(text),
                    e);
        }
        if (limit > (time ? MOST_NS : MOST_BYTES)) {
            throw new IllegalArgumentException(
                    "--chaff-limit is 0 to 86400s, or to 1024G, not '%s'".formatted(text));
        }
        return time ? ChaffLimit.ofNs(limit) : ChaffLimit.ofBytes(limit);
    }
}
