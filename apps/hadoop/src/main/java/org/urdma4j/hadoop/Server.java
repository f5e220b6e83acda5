package org.urdma4j.hadoop;

import org.urdma4j.copy.files.RemoteFiles;
import org.urdma4j.copy.pass.SessionException;
import org.urdma4j.copy.rdma.RdmaConnector;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way to one server: a device and one connection for all threads, which is made anew when it
 * has ended. Any thread may call.
 */
final class Server implements Closeable {
    private final Settings settings;
    private final Devices.Device device;
    private final ReentrantLock lock = new ReentrantLock();
    private RemoteFiles files;
    private boolean closed;

    private Server(Settings settings, Devices.Device device) {
        this.settings = settings;
        this.device = device;
    }

    /**
     * Connects.
     *
     * @throws IOException with a line for the user
     */
    static Server open(Settings settings) throws IOException {
        Server server = new Server(settings, Devices.open(settings));
        try {
            var _ = server.files();
            return server;
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /** Returns the connection, a new one if the last has ended. */
    RemoteFiles files() throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new IOException("the file system is closed");
            }
            if (files == null || !files.isOpen()) {
                closeConnection();
                files = connect();
            }
            return files;
        } finally {
            lock.unlock();
        }
    }

    private RemoteFiles connect() throws IOException {
        RemoteFiles asked = greet();
        boolean kept = false;
        try {
            kept = asked.tellOwners();
        } finally {
            if (!kept) {
                asked.close();
            }
        }
        return kept ? asked : greet(); // an older server tells no owners
    }

    private RemoteFiles greet() throws IOException {
        try {
            return new RemoteFiles(
                    new RdmaConnector(device.context(), settings.server()).connect());
        } catch (SessionException e) {
            throw e;
        } catch (IOException e) {
            String text =
                    "can't reach urdma://%s:%d: %s"
                            .formatted(
                                    settings.server().getHostAddress(),
                                    settings.port(),
                                    e.getMessage());
            throw new IOException(text, e);
        }
    }

    private void closeConnection() {
        if (files != null) {
            try {
                files.close();
            } catch (IOException _) {
                // what hadn't arrived was told to who waited for it
            }
            files = null;
        }
    }

    /** Something that may be asked twice. */
    interface Question<T> {
        T ask(RemoteFiles files) throws IOException;
    }

    /** Asks, and asks once more over a new connection if the old one turns out to have ended. */
    <T> T ask(Question<T> question) throws IOException {
        RemoteFiles used = files();
        try {
            return question.ask(used);
        } catch (SessionException e) {
            throw e;
        } catch (IOException e) {
            if (used.isOpen() || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            return question.ask(files());
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                closeConnection();
                device.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
