package org.urdma4j.interop.play;

/**
 * How a case ended.
 *
 * @param name of the case
 * @param role who asks
 * @param ip version, or empty
 * @param mtu bytes, or empty
 * @param passed whether both ends agreed
 * @param millis how long it took
 * @param text figures, or what was wrong
 */
public record Outcome(
        String name, String role, String ip, String mtu, boolean passed, long millis, String text) {
    private static final int FIELDS = 7;
    private static final String PASS = "pass";

    /** Returns the line that {@link #parse} reads. */
    public String line() {
        return String.join(
                "\t",
                passed ? PASS : "fail",
                name,
                role,
                ip,
                mtu,
                Long.toString(millis),
                text.replaceAll("\\s+", " "));
    }

    /**
     * Reads a line of {@link #line}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Outcome parse(String line) {
        String[] fields = line.split("\t", FIELDS);
        if (fields.length < FIELDS) {
            throw new IllegalArgumentException("not an outcome: " + line);
        }
        return new Outcome(
                fields[1],
                fields[2],
                fields[3],
                fields[4],
                fields[0].equals(PASS),
                Long.parseLong(fields[5]),
                fields[6]);
    }
}
