package org.urdma4j.tools.copy;

import org.urdma4j.tools.peer.Addresses;
import org.urdma4j.transport.port.ProtectionMaker;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.ByteChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * A server by its name, which may stand for several addresses: the first that answers is that of
 * all connections. Any thread.
 */
final class RemoteHost implements Closeable {
    private final String host;
    private final int port;
    private final String bind;
    private final Optional<ProtectionMaker> protection;
    private final RandomGenerator random;
    private final List<InetAddress> addresses;
    private final ReentrantLock lock = new ReentrantLock();
    private Remote remote; // null until one has answered

    /**
     * Looks the host up.
     *
     * @param bind address of this machine to use, or null
     * @throws IOException with a line for the user
     */
    RemoteHost(
            String host,
            int port,
            String bind,
            Addresses which,
            Optional<ProtectionMaker> protection,
            RandomGenerator random)
            throws IOException {
        this.host = host;
        this.port = port;
        this.bind = bind;
        this.protection = protection;
        this.random = random;
        addresses = which.of(host);
    }

    /**
     * Connects.
     *
     * @throws IOException with a line for the user, of the last address if none answers
     */
    ByteChannel connect() throws IOException {
        lock.lock();
        try {
            if (remote == null) {
                return first();
            }
        } finally {
            lock.unlock();
        }
        return remote.connect();
    }

    private ByteChannel first() throws IOException {
        for (int i = 0; ; i++) {
            Remote tried = null;
            try {
                tried = Remote.open(host, addresses.get(i), port, bind, protection, random);
                ByteChannel channel = tried.connect();
                remote = tried;
                return channel;
            } catch (IOException e) {
                if (tried != null) {
                    tried.close();
                }
                if (i + 1 == addresses.size() || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (remote != null) {
                remote.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
