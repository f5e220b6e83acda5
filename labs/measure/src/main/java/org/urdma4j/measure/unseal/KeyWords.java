package org.urdma4j.measure.unseal;

import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Secret;

import java.util.Arrays;
import java.util.HexFormat;

/** Reads the words of a line of a key log. */
final class KeyWords {
    static final int HEX = 16;
    static final int DECIMAL = 10;

    private static final int MOST_GENERATION = 255;
    private static final int LEAST_BITS = 8;
    private static final int MOST_BITS = 22;

    private KeyWords() {}

    static int generation(String word) {
        return number("the generation", word, DECIMAL, 0, MOST_GENERATION);
    }

    /** Reads the bits of an epoch, the word at {@code at}, which may be left out. */
    static int bits(String[] words, int at) {
        return words.length <= at
                ? MOST_BITS
                : number("the bits of an epoch", words[at], DECIMAL, LEAST_BITS, MOST_BITS);
    }

    /** Reads the number of an association, which has no range. */
    static int index(String word) {
        try {
            return Integer.parseUnsignedInt(word, HEX);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException(
                    "has '%s' for an index, must be 0 to ffffffff".formatted(word));
        }
    }

    /**
     * Reads a number.
     *
     * @param what it is called in an error
     * @throws IllegalArgumentException if it is none, or out of its range
     */
    static int number(String what, String word, int radix, int least, int most) {
        try {
            int number = Integer.parseInt(word, radix);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "has '%s' for %s, must be %s to %s"
                        .formatted(
                                word,
                                what,
                                Integer.toString(least, radix),
                                Integer.toString(most, radix)));
    }

    /**
     * Reads a secret.
     *
     * @throws IllegalArgumentException if it is none; the message doesn't repeat it
     */
    static Secret secret(String word) {
        byte[] bytes;
        try {
            bytes = HexFormat.of().parseHex(word);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("has a secret that is not hexadecimal");
        }
        try {
            if (bytes.length != KeySchedule.SECRET_BYTES) {
                throw new IllegalArgumentException(
                        "has a secret of %d bytes, must be %d"
                                .formatted(bytes.length, KeySchedule.SECRET_BYTES));
            }
            return new Secret(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }
}
