package org.urdma4j.transport.port.keys;

import org.urdma4j.protection.association.net.KeyLog;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.transport.seal.KeyRecorder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writes the secrets of queue pairs to a key log, on a thread of its own: a file may take its time,
 * the event loop none.
 */
final class QueuePairLog implements KeyRecorder, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(QueuePairLog.class.getName());

    private final KeyLog log;
    private final ExecutorService writer =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("key-log").factory());

    /**
     * Opens the file.
     *
     * @throws IOException if it can't be written, or others can read it
     */
    QueuePairLog(Path file) throws IOException {
        log = KeyLog.open(file);
    }

    @Override
    public void onKeys(int destQpn, int generation, int epochBits, Secret secret) {
        String hex = secret.hex();
        try {
            writer.execute(() -> write(destQpn, generation, epochBits, hex));
        } catch (RejectedExecutionException _) {
            // the port is being closed, and what is connected now sends nothing any more
        }
    }

    private void write(int destQpn, int generation, int epochBits, String hex) {
        try {
            log.writeQueuePair(destQpn, generation, hex, epochBits);
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The key log can't be written: {0}",
                    e.getMessage());
        }
    }

    /** Writes what is left. */
    @Override
    public void close() {
        writer.close();
        try {
            log.close();
        } catch (IOException _) {
            // each line is written when it is made
        }
    }
}
