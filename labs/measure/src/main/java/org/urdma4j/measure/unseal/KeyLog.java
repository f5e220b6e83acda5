package org.urdma4j.measure.unseal;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Secrets of connections and of generations, a line each, as programs write them for debugging:
 *
 * <pre>
 * URDMA_QP 00010a 2 6a40...586e 22
 * URDMA_GENERATION 5eed0001 5eed0002 2 6a40...586e 22
 * </pre>
 *
 * the queue pair that packets go to (hexadecimal), the generation of keys (0 to 255), the secret C
 * of this direction (48 bytes), and the bits of an epoch (8 to 22; 22 if left out); the client's
 * and the server's number of the association (hexadecimal), the generation, its secret S, bits.
 * Empty lines and those that begin with # mean nothing, and neither do secrets of other protocols.
 * Whoever has the file can read the connections. Not thread-safe.
 */
public final class KeyLog {
    private static final String CONNECTION = "URDMA_QP";
    private static final String GENERATION = "URDMA_GENERATION";
    private static final int WORDS = 5;
    private static final int GENERATION_WORDS = 6;

    private final Map<Direction, List<ConnectionKeys>> keys = new HashMap<>();
    private final Map<Direction, List<ConnectionKeys>> managers = new HashMap<>();
    private int generations;
    private int others;

    /** Whose the packets are: a queue pair, or an association for the connection manager. */
    private record Direction(int to, int generation) {}

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
            case GENERATION -> addGeneration(words);
            default -> others++;
        }
    }

    private void addConnection(String[] words) {
        if (words.length != WORDS && words.length != WORDS - 1) {
            throw new IllegalArgumentException(
                    "is not '%s QUEUE-PAIR GENERATION SECRET [BITS]'".formatted(CONNECTION));
        }
        int qp = KeyWords.number("the queue pair", words[1], KeyWords.HEX, 0, Bth.QPN_MASK);
        int generation = KeyWords.generation(words[2]);
        int bits = KeyWords.bits(words, WORDS - 1);
        add(keys, qp, generation, new ConnectionKeys(KeyWords.secret(words[3]), bits));
    }

    /** Of both connection managers; secrets of queue pairs follow from more than is in the line. */
    private void addGeneration(String[] words) {
        if (words.length != GENERATION_WORDS && words.length != GENERATION_WORDS - 1) {
            throw new IllegalArgumentException(
                    "is not '%s CLIENT SERVER GENERATION SECRET [BITS]'".formatted(GENERATION));
        }
        int client = KeyWords.index(words[1]);
        int server = KeyWords.index(words[2]);
        int generation = KeyWords.generation(words[3]);
        int bits = KeyWords.bits(words, GENERATION_WORDS - 1);
        try (Secret secret = KeyWords.secret(words[4])) {
            Secret ofClient = KeySchedule.manager(secret, Role.CLIENT);
            Secret ofServer = KeySchedule.manager(secret, Role.SERVER);
            add(managers, server, generation, new ConnectionKeys(ofClient, bits));
            add(managers, client, generation, new ConnectionKeys(ofServer, bits));
        }
        generations++;
    }

    private static void add(
            Map<Direction, List<ConnectionKeys>> to, int whose, int generation, ConnectionKeys of) {
        to.computeIfAbsent(new Direction(whose, generation), _ -> new ArrayList<>()).add(of);
    }

    /** Returns the keys of packets to a queue pair, of all connections that had this number. */
    List<ConnectionKeys> keys(int qp, int generation) {
        return keys.getOrDefault(new Direction(qp, generation), List.of());
    }

    /** Returns the keys of datagrams to who has this number of an association. */
    List<ConnectionKeys> datagramKeys(int index, int generation) {
        return managers.getOrDefault(new Direction(index, generation), List.of());
    }

    /** Returns for how many directions of connections there are secrets. */
    public int connections() {
        return keys.values().stream().mapToInt(List::size).sum();
    }

    /** Returns the lines with secrets of generations. */
    public int generations() {
        return generations;
    }

    /** Returns the lines of other kinds. */
    public int others() {
        return others;
    }
}
