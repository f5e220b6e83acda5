package org.urdma4j.measure.unseal;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Secret;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Secrets of connections, a line each, as programs write them for debugging:
 *
 * <pre>
 * URDMA_QP 00010a 2 6a40...586e 22
 * </pre>
 *
 * the queue pair that packets go to (hexadecimal), the generation of keys (0 to 255), the secret C
 * of this direction (48 bytes), and the bits of an epoch (8 to 22; 22 if left out). Empty lines and
 * those that begin with # mean nothing, and neither do secrets of other protocols. Whoever has the
 * file can read the connections. Not thread-safe.
 */
public final class KeyLog {
    private static final String CONNECTION = "URDMA_QP";
    private static final String GENERATION = "URDMA_GENERATION";
    private static final int MOST_GENERATION = 255;
    private static final int LEAST_BITS = 8;
    private static final int MOST_BITS = 22;
    private static final int HEX = 16;
    private static final int WORDS = 5;

    private final Map<Direction, List<ConnectionKeys>> keys = new HashMap<>();
    private int generations;
    private int others;

    private record Direction(int qp, int generation) {}

    /**
     * Reads a file.
     *
     * @throws IOException if it can't be read, or a line is wrong; the message says which and why
     */
    public static KeyLog read(Path file) throws IOException {
        KeyLog log = new KeyLog();
        int number = 0;
        try {
            for (String line : Files.readAllLines(file)) {
                number++;
                log.add(line.strip());
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("%s: line %d %s".formatted(file, number, e.getMessage()), e);
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": no such file", e);
        } catch (AccessDeniedException e) {
            throw new IOException(file + ": permission denied", e);
        } catch (MalformedInputException e) {
            throw new IOException(file + ": is no text", e);
        } catch (IOException e) {
            throw new IOException(file + ": can't be read: " + e.getMessage(), e);
        }
        return log;
    }

    private void add(String line) {
        String[] words = line.split("\\s+", -1);
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        switch (words[0]) {
            case CONNECTION -> addConnection(words);
            case GENERATION -> generations++;
            default -> others++;
        }
    }

    private void addConnection(String[] words) {
        if (words.length != WORDS && words.length != WORDS - 1) {
            throw new IllegalArgumentException(
                    "is not '%s QUEUE-PAIR GENERATION SECRET [BITS]'".formatted(CONNECTION));
        }
        int qp = number("the queue pair", words[1], HEX, 0, Bth.QPN_MASK);
        int generation = number("the generation", words[2], 10, 0, MOST_GENERATION);
        int bits =
                words.length < WORDS
                        ? MOST_BITS
                        : number("the bits of an epoch", words[4], 10, LEAST_BITS, MOST_BITS);
        keys.computeIfAbsent(new Direction(qp, generation), _ -> new ArrayList<>())
                .add(new ConnectionKeys(secret(words[3]), bits));
    }

    private static int number(String what, String word, int radix, int least, int most) {
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

    /** Without repeating it in an error. */
    private static Secret secret(String word) {
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

    /** Returns the keys of packets to a queue pair, of all connections that had this number. */
    List<ConnectionKeys> keys(int qp, int generation) {
        return keys.getOrDefault(new Direction(qp, generation), List.of());
    }

    /** Returns for how many directions of connections there are secrets. */
    public int connections() {
        return keys.values().stream().mapToInt(List::size).sum();
    }

    /** Returns the lines with secrets of generations, which aren't used. */
    public int generations() {
        return generations;
    }

    /** Returns the lines of other kinds. */
    public int others() {
        return others;
    }
}
