package org.urdma4j.verbs.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Shows text that a peer, or whoever names files, has written. A terminal takes some characters for
 * commands (C0, DEL, C1: ECMA-48), and some turn the rest of a line round or hide in it (marks of
 * direction and other format characters: Unicode Standard Annex 9), or end it (U+2028, U+2029).
 * These, halves of characters, and those that Unicode hasn't assigned, stand as {@code \xNN}, byte
 * by byte of their UTF-8. All other text stays as it is. Safe from any thread.
 */
public final class ForeignText {
    private static final String HEX = "0123456789ABCDEF";

    private ForeignText() {}

    /** Returns the text on one line. */
    public static String show(String text) {
        return show(text, false);
    }

    /** Returns the text on as many lines as it has; a line ends with LF alone. */
    public static String showLines(String text) {
        return show(text, true);
    }

    private static String show(String text, boolean lines) {
        StringBuilder shown = new StringBuilder(text.length() + 8);
        text.codePoints()
                .forEach(point -> {
                    if (lines && point == '\n') {
                        shown.append('\n');
                    } else {
                        append(shown, point);
                    }
                });
        return shown.toString();
    }

    /**
     * Returns a name as text that stands for it alone: UTF-8, with a backslash twice, and as {@code
     * \xNN} what isn't UTF-8 too.
     */
    public static String showName(byte[] name) {
        return decode(name, StandardCharsets.UTF_8, true);
    }

    /** Returns bytes that are meant as text; what is none stands as {@code \xNN}. */
    public static String show(byte[] bytes, Charset charset) {
        return decode(bytes, charset, false);
    }

    private static String decode(byte[] bytes, Charset charset, boolean name) {
        StringBuilder text = new StringBuilder(bytes.length + 8);
        CharsetDecoder decoder =
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            out.flip()
                    .codePoints()
                    .forEach(point -> {
                        if (name && point == '\\') {
                            text.append('\\');
                        }
                        append(text, point);
                    });
            out.clear();
            if (!result.isError()) {
                return text.toString();
            }
            for (int i = 0; i < result.length(); i++) {
                append(text, in.get());
            }
            decoder.reset();
        }
    }

    private static void append(StringBuilder text, int point) {
        if (isQuiet(point)) {
            text.appendCodePoint(point);
        } else if (Character.getType(point) == Character.SURROGATE) {
            // Half of a character has no UTF-8 but this, as if it were whole.
            append(text, (byte) (0xe0 | (point >> 12)));
            append(text, (byte) (0x80 | (point >> 6 & 0x3f)));
            append(text, (byte) (0x80 | (point & 0x3f)));
        } else {
            for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                append(text, b);
            }
        }
    }

    private static void append(StringBuilder text, byte b) {
        text.append("\\x").append(HEX.charAt(b >> 4 & 0xf)).append(HEX.charAt(b & 0xf));
    }

    /** Tells whether a character does nothing but stand there. */
    public static boolean isQuiet(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED ->
                    false;
            default -> true;
        };
    }
}
