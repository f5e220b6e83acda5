package org.urdma4j.tools.copy;

import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.tools.peer.Addresses;
import org.urdma4j.tools.peer.ClientDevice;
import org.urdma4j.verbs.UrdmaTuning;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A server by its name, which may stand for several addresses: the first that answers is that of
 * all connections. Any thread.
 */
final class RemoteHost implements Closeable {
    /** A path that is long and loses much may take longer, so nothing is given up by then. */
    static final Duration SOON = Duration.ofSeconds(4);

    /**
     * How long is waited for an answer.
     *
     * @param soon after what time a user is told that none has come
     * @param most after what time it is given up
     */
    record Patience(Duration soon, Duration most) {}

    private final String host;
    private final int port;
    private final int own;
    private final Patience patience;
    private final ClientDevice device;
    private final List<InetAddress> addresses;
    private final ReentrantLock lock = new ReentrantLock();
    private Remote remote; // null until one has answered

    /**
     * Looks the host up.
     *
     * @throws IOException with a line for the user
     */
    RemoteHost(String host, int port, Addresses which, ClientDevice device) throws IOException {
        this(host, which.of(host), port, port, new Patience(SOON, CopyDevice.PATIENCE), device);
    }

    /**
     * A server at one of these addresses.
     *
     * @param host for messages
     * @param own UDP port of this end beyond loopback, 0 for any
     */
    RemoteHost(
            String host,
            List<InetAddress> addresses,
            int port,
            int own,
            Patience patience,
            ClientDevice device) {
        this.host = host;
        this.addresses = List.copyOf(addresses);
        this.port = port;
        this.own = own;
        this.patience = patience;
        this.device = device;
    }

    /**
     * Connects.
     *
     * @param sending how this end sends
     * @param told in a line's beginning, by any thread, of each port that gives no answer for long
     * @throws IOException with a line for the user, of the last address if none answers
     */
    ByteChannel connect(UrdmaTuning sending, Consumer<String> told) throws IOException {
        lock.lock();
        try {
            if (remote == null) {
                return first(sending, told);
            }
        } finally {
            lock.unlock();
        }
        return remote.connect(patience.most(), sending);
    }

    private ByteChannel first(UrdmaTuning sending, Consumer<String> told) throws IOException {
        for (int i = 0; ; i++) {
            InetAddress address = addresses.get(i);
            Remote tried = null;
            try {
                tried = Remote.open(device, host, address, port, own);
                ByteChannel channel = ask(tried, address, sending, told);
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

    /** The time runs from when the device is there: a busy machine may take long to open it. */
    private ByteChannel ask(
            Remote tried, InetAddress address, UrdmaTuning sending, Consumer<String> told)
            throws IOException {
        String silent =
                "no answer yet from UDP port %d of %s".formatted(port, address.getHostAddress());
        try (Reminder _ = new Reminder(patience.soon(), () -> told.accept(silent))) {
            return tried.connect(patience.most(), sending);
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
