package org.urdma4j.tools.copy;

import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.copy.rdma.CopyPaths;
import org.urdma4j.tools.peer.Addresses;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.verbs.UrdmaTuning;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.ByteChannel;
import java.time.Duration;
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
    private final int own;
    private final Duration patience;
    private final String bind;
    private final CopyPaths paths;
    private final Optional<ProtectionMaker> protection;
    private final RandomGenerator random;
    private final List<InetAddress> addresses;
    private final ReentrantLock lock = new ReentrantLock();
    private Remote remote; // null until one has answered

    /**
     * Looks the host up.
     *
     * @param bind address of this machine to use, or null
     * @param paths with which addresses besides
     * @throws IOException with a line for the user
     */
    RemoteHost(
            String host,
            int port,
            String bind,
            CopyPaths paths,
            Addresses which,
            Optional<ProtectionMaker> protection,
            RandomGenerator random)
            throws IOException {
        this(
                host,
                which.of(host),
                port,
                port,
                CopyDevice.PATIENCE,
                bind,
                paths,
                protection,
                random);
    }

    /**
     * A server at one of these addresses.
     *
     * @param host for messages
     * @param own UDP port of this end beyond loopback, 0 for any
     * @param patience how long a connection may take
     * @param bind address of this machine to use, or null
     * @param paths with which addresses besides
     */
    RemoteHost(
            String host,
            List<InetAddress> addresses,
            int port,
            int own,
            Duration patience,
            String bind,
            CopyPaths paths,
            Optional<ProtectionMaker> protection,
            RandomGenerator random) {
        this.host = host;
        this.addresses = List.copyOf(addresses);
        this.port = port;
        this.own = own;
        this.patience = patience;
        this.bind = bind;
        this.paths = paths;
        this.protection = protection;
        this.random = random;
    }

    /**
     * Connects.
     *
     * @param sending how this end sends
     * @throws IOException with a line for the user, of the last address if none answers
     */
    ByteChannel connect(UrdmaTuning sending) throws IOException {
        lock.lock();
        try {
            if (remote == null) {
                return first(sending);
            }
        } finally {
            lock.unlock();
        }
        return remote.connect(patience, sending);
    }

    private ByteChannel first(UrdmaTuning sending) throws IOException {
        for (int i = 0; ; i++) {
            Remote tried = null;
            try {
                tried =
                        Remote.open(
                                host, addresses.get(i), port, own, bind, paths, protection, random);
                ByteChannel channel = tried.connect(patience, sending);
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
