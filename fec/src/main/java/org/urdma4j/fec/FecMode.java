package org.urdma4j.fec;

/**
 * How groups are to be chosen, as an operator writes it.
 *
 * <table>
 *   <caption>Forms</caption>
 *   <tr><td>{@code off}</td><td>no repair packets</td></tr>
 *   <tr><td>{@code auto}</td><td>where they shorten completion, see {@link FecPolicy}</td></tr>
 *   <tr><td>{@code paper}</td><td>always; larger groups at higher loss</td></tr>
 *   <tr><td>{@code K,R}</td><td>always: R interleaved parities of K members each</td></tr>
 *   <tr><td>{@code 2d:R,C}</td><td>always: R rows and C columns</td></tr>
 * </table>
 *
 * @param kind which of the forms
 * @param scheme of a {@link Kind#FIXED} mode, otherwise {@link FecScheme#NONE}
 * @param k members of each parity, or rows; 0 unless fixed
 * @param r parities, or columns; 0 unless fixed
 */
public record FecMode(Kind kind, int scheme, int k, int r) {
    /** Who chooses the groups. */
    public enum Kind {
        /** No groups. */
        OFF,
        /** What shortens completion. */
        AUTO,
        /** The paper's rule. */
        PAPER,
        /** Whoever wrote the numbers. */
        FIXED
    }

    /** No repair packets. */
    public static final FecMode OFF = new FecMode(Kind.OFF, FecScheme.NONE, 0, 0);

    /** What shortens completion. */
    public static final FecMode AUTO = new FecMode(Kind.AUTO, FecScheme.NONE, 0, 0);

    /** The paper's rule. */
    public static final FecMode PAPER = new FecMode(Kind.PAPER, FecScheme.NONE, 0, 0);

    /** The most repair packets that a sender makes of a group; a receiver takes twice as many. */
    public static final int MOST_REPAIRS = 128;

    private static final String TWO_DIMENSIONAL_PREFIX = "2d:";

    /**
     * @throws IllegalArgumentException if the groups of a fixed mode are none that can be sent
     */
    public FecMode {
        if (kind == Kind.FIXED) {
            checkGeometry(scheme, k, r);
        }
    }

    /**
     * Reads a mode in one of the forms above.
     *
     * @throws IllegalArgumentException if the text is none, or names a group that can't be sent;
     *     the message says what is allowed
     */
    public static FecMode parse(String text) {
        return switch (text) {
            case "off" -> OFF;
            case "auto" -> AUTO;
            case "paper" -> PAPER;
            default -> parseFixed(text);
        };
    }

    private static FecMode parseFixed(String text) {
        boolean table = text.startsWith(TWO_DIMENSIONAL_PREFIX);
        String numbers = table ? text.substring(TWO_DIMENSIONAL_PREFIX.length()) : text;
        int comma = numbers.indexOf(',');
        if (comma < 0) {
            throw unknown(text);
        }
        int k = number(numbers.substring(0, comma), text);
        int r = number(numbers.substring(comma + 1), text);
        int scheme = table ? FecScheme.TWO_DIMENSIONAL : FecScheme.INTERLEAVED;
        return new FecMode(Kind.FIXED, scheme, k, r);
    }

    private static int number(String digits, String text) {
        try {
            return Integer.parseInt(digits.strip());
        } catch (NumberFormatException e) {
            throw unknown(text);
        }
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException(
                "FEC mode '%s' is none of: off, auto, paper, K,R (20,8), 2d:R,C (2d:20,20)"
                        .formatted(text));
    }

    private static void checkGeometry(int scheme, int k, int r) {
        if (k < 1 || r < 1) {
            throw new IllegalArgumentException(
                    "FEC groups need at least one member and one parity or column, not %d,%d"
                            .formatted(k, r));
        }
        boolean table = scheme == FecScheme.TWO_DIMENSIONAL;
        long repairs = table ? (long) k + r : r;
        if (repairs > MOST_REPAIRS) {
            throw new IllegalArgumentException(
                    "FEC groups have at most %d repair packets, %s, not %s"
                            .formatted(
                                    MOST_REPAIRS,
                                    table ? "one for each row and column" : "the R of K,R",
                                    table ? k + " + " + r : r));
        }
        if ((long) k * r > FecScheme.MAX_MEMBERS) {
            throw new IllegalArgumentException(
                    "FEC groups have at most %d packets, not %d x %d"
                            .formatted(FecScheme.MAX_MEMBERS, k, r));
        }
        if (!FecScheme.valid(scheme, r)) {
            throw new IllegalArgumentException("there is no FEC scheme %d".formatted(scheme));
        }
    }

    @Override
    public String toString() {
        return switch (kind) {
            case OFF -> "off";
            case AUTO -> "auto";
            case PAPER -> "paper";
            case FIXED ->
                    (scheme == FecScheme.TWO_DIMENSIONAL ? TWO_DIMENSIONAL_PREFIX : "")
                            + k
                            + ","
                            + r;
        };
    }
}
