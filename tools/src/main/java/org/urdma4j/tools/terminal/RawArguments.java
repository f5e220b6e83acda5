package org.urdma4j.tools.terminal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Arguments whose bytes aren't lost. The JVM decodes its command line by the locale, and what isn't
 * text there becomes a question mark; names of files are bytes. Here an argument is UTF-8, and each
 * byte that isn't one of the characters U+DC80 to U+DCFF, which no text has.
 */
public final class RawArguments {
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final int ESCAPE = 0xdc00;
    private static final int ASCII = 0x80;

    private RawArguments() {}

    /** Returns the arguments of this process with their bytes; as they are where it can't know. */
    public static String[] of(String[] arguments) {
        try {
            return of(arguments, Files.readAllBytes(COMMAND_LINE));
        } catch (IOException _) {
            return arguments;
        }
    }

    /** Takes the last ones of a command line, in which a NUL ends each. */
    static String[] of(String[] arguments, byte[] commandLine) {
        List<String> all = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < commandLine.length; i++) {
            if (commandLine[i] == 0) {
                all.add(text(ByteBuffer.wrap(commandLine, start, i - start)));
                start = i + 1;
            }
        }
        int first = all.size() - arguments.length;
        if (first < 0) {
            return arguments;
        }
        String[] raw = all.subList(first, all.size()).toArray(String[]::new);
        for (int i = 0; i < raw.length; i++) {
            boolean ascii = raw[i].chars().allMatch(c -> c < ASCII);
            if (ascii && !raw[i].equals(arguments[i])) {
                return arguments; // not this command line after all
            }
        }
        return raw;
    }

    /** Returns bytes as a text of which {@link #bytes} makes the same bytes. */
    public static String text(ByteBuffer bytes) {
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer out = CharBuffer.allocate(bytes.remaining());
        while (true) {
            CoderResult result = decoder.decode(bytes, out, true);
            if (!result.isError()) {
                return out.flip().toString();
            }
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (ESCAPE + (bytes.get() & 0xff)));
            }
            decoder.reset();
        }
    }

    public static byte[] bytes(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            int escaped = text.charAt(i) - ESCAPE;
            boolean lone = i == 0 || !Character.isHighSurrogate(text.charAt(i - 1));
            if (lone && escaped >= ASCII && escaped < 2 * ASCII) {
                bytes.writeBytes(utf8(text.substring(start, i)));
                bytes.write(escaped);
                start = i + 1;
            }
        }
        bytes.writeBytes(utf8(text.substring(start)));
        return bytes.toByteArray();
    }

    private static byte[] utf8(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("an argument is no text", e);
        }
    }
}
