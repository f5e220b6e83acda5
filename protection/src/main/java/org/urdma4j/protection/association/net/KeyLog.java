package org.urdma4j.protection.association.net;

import org.urdma4j.protection.credentials.PrivateFile;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A file of the owner's alone that generations are appended to, so that captures can be read:
 *
 * <pre>
 * URDMA_GENERATION client's index | server's index | generation | secret | packets of an epoch
 * URDMA_QP         destination's number | generation | secret | packets of an epoch
 * </pre>
 *
 * parted by blanks; indices are 8 digits of hexadecimal, a queue pair's number 6, secrets 96;
 * packets of an epoch are a power of two. Any thread.
 */
public final class KeyLog implements AutoCloseable {
    private final Writer writer;

    private KeyLog(Writer writer) {
        this.writer = writer;
    }

    /**
     * Opens a file, which is created unless it is there.
     *
     * @throws IOException if it can't be written, is a link or another user's, or others can read
     *     or write it
     */
    public static KeyLog open(Path file) throws IOException {
        return new KeyLog(
                new OutputStreamWriter(
                        PrivateFile.append(file, "key log"), StandardCharsets.US_ASCII));
    }

    synchronized void write(
            Role role, int own, int peers, int generation, Secret secret, int epochBits)
            throws IOException {
        boolean client = role == Role.CLIENT;
        writer.write(
                String.format(
                        Locale.ROOT,
                        "URDMA_GENERATION %08x %08x %d %s %d\n",
                        client ? own : peers,
                        client ? peers : own,
                        generation,
                        secret.hex(),
                        epochBits));
        writer.flush();
    }

    /**
     * Writes what one way of a connection is sealed by.
     *
     * @param destQpn where its packets go
     * @param secret in hexadecimal
     */
    public synchronized void writeQueuePair(
            int destQpn, int generation, String secret, int epochBits) throws IOException {
        writer.write(
                String.format(
                        Locale.ROOT,
                        "URDMA_QP %06x %d %s %d\n",
                        destQpn,
                        generation,
                        secret,
                        epochBits));
        writer.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        writer.close();
    }
}
