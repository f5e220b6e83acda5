package org.urdma4j.tools.terminal;

import org.urdma4j.verbs.text.ForeignText;

import java.io.PrintWriter;

/**
 * Passes text on to a terminal, file or pipe, but no character that would do something there: other
 * than ends of lines, tabs and returns these become a backslash, u and four digits, which means the
 * same within JSON. So what a peer wrote does nothing, whichever way it came here. Whoever prints
 * text of others on one line uses {@link ForeignText}, since ends of lines pass here.
 */
public final class QuietPrinter extends PrintWriter {
    /** Clears a terminal, if it is printed alone. */
    public static final String CLEAR = "\033[H\033[2J";

    private static final int ESCAPED = 6;

    private char waiting;

    /** Prints there, and at each end of a line makes sure that it is seen. */
    public QuietPrinter(PrintWriter target) {
        super(target, true);
    }

    @Override
    public void write(int c) {
        write(new char[] {(char) c}, 0, 1);
    }

    @Override
    public void write(char[] chars, int from, int length) {
        write(new String(chars, from, length));
    }

    @Override
    public void write(String text, int from, int length) {
        synchronized (lock) {
            String part = text.substring(from, from + length);
            if (part.equals(CLEAR)) {
                super.write(part, 0, part.length());
                return;
            }
            StringBuilder quiet = new StringBuilder(length + ESCAPED);
            for (int i = 0; i < part.length(); i++) {
                take(part.charAt(i), quiet);
            }
            super.write(quiet.toString(), 0, quiet.length());
        }
    }

    /** The first half of a character may come by itself. */
    private void take(char c, StringBuilder quiet) {
        if (waiting != 0) {
            char high = waiting;
            waiting = 0;
            if (Character.isLowSurrogate(c)) {
                append(Character.toCodePoint(high, c), quiet);
                return;
            }
            append(high, quiet);
        }
        if (Character.isHighSurrogate(c)) {
            waiting = c;
        } else {
            append(c, quiet);
        }
    }

    private static void append(int point, StringBuilder quiet) {
        if (point == '\n' || point == '\r' || point == '\t' || ForeignText.isQuiet(point)) {
            quiet.appendCodePoint(point);
        } else {
            for (char c : Character.toChars(point)) {
                quiet.append("\\u%04x".formatted((int) c));
            }
        }
    }

    /** Half of a character at the end of all is none. */
    @Override
    public void close() {
        synchronized (lock) {
            if (waiting != 0) {
                char half = waiting;
                waiting = 0;
                StringBuilder quiet = new StringBuilder(ESCAPED);
                append(half, quiet);
                super.write(quiet.toString(), 0, quiet.length());
            }
        }
        super.close();
    }
}
