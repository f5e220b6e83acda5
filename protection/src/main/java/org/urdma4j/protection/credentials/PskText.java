package org.urdma4j.protection.credentials;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A pre-shared key as a file has it: {@code urdma-psk-v1:} and base64 on one line, or the bytes
 * themselves. Bytes are only taken if they don't look like text: people would write passwords.
 */
final class PskText {
    static final String PREFIX = "urdma-psk-v1:";

    /** Fewest bytes of a key (RFC 9257, 7, asks for 16). */
    static final int LEAST_BYTES = 32;

    /** Most bytes: beyond a block of the hash they are of no use. */
    static final int MOST_BYTES = 1024;

    /** Random bytes with fewer different values than this don't occur. */
    private static final int LEAST_VALUES = 12;

    private static final byte[] START = PREFIX.getBytes(StandardCharsets.US_ASCII);

    private PskText() {}

    /** Returns a line without its end. */
    static String write(byte[] key) {
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    /**
     * Returns the key.
     *
     * @throws IllegalArgumentException if it is none, with what is wrong in a few words
     */
    static byte[] parse(byte[] file) {
        byte[] key = startsRight(file) ? decode(file) : raw(file);
        String wrong = wrongWith(key);
        if (wrong != null) {
            Arrays.fill(key, (byte) 0);
            throw new IllegalArgumentException(wrong);
        }
        return key;
    }

    private static boolean startsRight(byte[] file) {
        return file.length >= START.length
                && Arrays.equals(file, 0, START.length, START, 0, START.length);
    }

    private static byte[] decode(byte[] file) {
        int end = file.length;
        while (end > START.length && (file[end - 1] == '\n' || file[end - 1] == '\r')) {
            end--;
        }
        byte[] text = Arrays.copyOfRange(file, START.length, end);
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("has something else than base64 after " + PREFIX);
        } finally {
            Arrays.fill(text, (byte) 0);
        }
    }

    private static byte[] raw(byte[] file) {
        if (file.length == 0) {
            throw new IllegalArgumentException("is empty");
        }
        if (isText(file)) {
            throw new IllegalArgumentException(
                    "looks like a password, which can be guessed; a key is random");
        }
        return file.clone();
    }

    /** Of 32 random bytes seven of eight are printable once in 10^8 times. */
    private static boolean isText(byte[] bytes) {
        int printable = 0;
        for (byte b : bytes) {
            if ((b >= ' ' && b <= '~') || b == '\n' || b == '\r' || b == '\t') {
                printable++;
            }
        }
        return printable >= bytes.length - bytes.length / 8 || isUtf8(bytes);
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    private static String wrongWith(byte[] key) {
        if (key.length < LEAST_BYTES) {
            return "has a key of %d bytes; one has %d or more".formatted(key.length, LEAST_BYTES);
        }
        if (key.length > MOST_BYTES) {
            return "has a key of more than %d bytes".formatted(MOST_BYTES);
        }
        boolean[] seen = new boolean[1 << Byte.SIZE];
        int values = 0;
        for (byte b : key) {
            if (!seen[b & 0xff]) {
                seen[b & 0xff] = true;
                values++;
            }
        }
        return values < LEAST_VALUES || isText(key) ? "has a key that is not random" : null;
    }
}
