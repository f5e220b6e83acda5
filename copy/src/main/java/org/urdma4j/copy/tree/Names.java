package org.urdma4j.copy.tree;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Names of Linux, which are bytes, as text for a user. */
public final class Names {
    private static final char REPLACEMENT = 0xFFFD;

    private Names() {}

    /**
     * Returns one line: UTF-8 as it is, but a backslash twice, and as {@code \xNN} what is not
     * UTF-8 or would move the cursor of a terminal.
     */
    public static String text(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length + 8);
        CharsetDecoder decoder =
                StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            appendPrintable(text, out.flip());
            out.clear();
            if (!result.isError()) {
                return text.toString();
            }
            for (int i = 0; i < result.length(); i++) {
                appendEscaped(text, in.get());
            }
            decoder.reset();
        }
    }

    private static void appendPrintable(StringBuilder text, CharSequence decoded) {
        decoded.codePoints().forEach(point -> append(text, point));
    }

    private static void append(StringBuilder text, int point) {
        if (point == '\\') {
            text.append("\\\\");
        } else if (isQuiet(point)) {
            text.appendCodePoint(point);
        } else {
            for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                appendEscaped(text, b);
            }
        }
    }

    /** Controls, marks of direction and line separators could make a line say something else. */
    private static boolean isQuiet(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED ->
                    false;
            default -> point != REPLACEMENT;
        };
    }

    private static void appendEscaped(StringBuilder text, byte b) {
        text.append("\\x")
                .append(Character.toUpperCase(Character.forDigit(b >> 4 & 0xF, 16)))
                .append(Character.toUpperCase(Character.forDigit(b & 0xF, 16)));
    }
}
