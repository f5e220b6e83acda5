package org.urdma4j.protection.association.net;

import org.urdma4j.protection.association.listener.TcpConnection;
import org.urdma4j.protection.association.message.Message;
import org.urdma4j.protection.association.message.MessageReader;
import org.urdma4j.protection.association.message.MessageWriter;
import org.urdma4j.protection.association.tls.TlsEnd;
import org.urdma4j.protection.association.tls.TlsOutcome;
import org.urdma4j.protection.association.tls.TlsSettings;
import org.urdma4j.protection.key.Role;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A TCP connection with TLS on it. One thread reads; any may send, which never blocks: a thread of
 * the link's own writes.
 */
final class Link {
    /** A peer that reads nothing while this many pieces wait has left. */
    private static final int MOST_WAITING = 256;

    private static final int READ_BYTES = 1 << 14;
    private static final Duration LINGER = Duration.ofSeconds(1);

    /** No output is empty, so this ends it. */
    private static final byte[] CLOSE = new byte[0];

    private static final int MS = 1_000_000;

    private static final String CLOSED = "the peer closed the connection";

    private final TcpConnection connection;
    private final TlsEnd tls;
    private final ReentrantLock tlsLock = new ReentrantLock();
    private final MessageReader messages = new MessageReader();
    private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final Thread writer;
    private boolean ended;

    Link(TcpConnection connection, Role role, TlsSettings settings) throws IOException {
        this.connection = connection;
        tls = TlsEnd.of(role, settings);
        writer = Thread.ofVirtual().name("urdma-keys-writer").start(this::write);
        flush();
    }

    /**
     * Shakes hands.
     *
     * @param endNs when that must be done
     * @throws IOException if it failed, which the peer is told as far as it can be
     */
    TlsOutcome handshake(long endNs) throws IOException {
        while (!tls.isEstablished()) {
            read(endNs);
        }
        return tls.takeOutcome();
    }

    /**
     * Returns the next message of a peer that is in a hurry.
     *
     * @throws IOException if there is none by then
     */
    Message receive(long endNs) throws IOException {
        Optional<Message> next = next();
        while (next.isEmpty()) {
            read(endNs);
            next = next();
        }
        return next.get();
    }

    Message receive() throws IOException {
        return receive(Long.MAX_VALUE);
    }

    private Optional<Message> next() throws IOException {
        tlsLock.lock();
        try {
            messages.add(tls.takeData());
        } finally {
            tlsLock.unlock();
        }
        return messages.poll();
    }

    private void read(long endNs) throws IOException {
        if (ended) {
            throw new IOException(CLOSED);
        }
        byte[] bytes = new byte[READ_BYTES];
        int read;
        try {
            read = connection.read(bytes, endNs == Long.MAX_VALUE ? 0 : leftMs(endNs));
        } catch (SocketTimeoutException _) {
            throw new IOException("the peer doesn't answer");
        } catch (IOException _) {
            throw new IOException("the connection broke");
        }
        if (read < 0) {
            throw new IOException(CLOSED);
        }
        tlsLock.lock();
        try {
            tls.receive(bytes, 0, read);
            ended = tls.isClosed();
        } finally {
            tlsLock.unlock();
            flush();
        }
    }

    private static int leftMs(long endNs) throws SocketTimeoutException {
        long left = endNs - AssociationClock.nowNs();
        if (left <= 0) {
            throw new SocketTimeoutException();
        }
        return (int) (left / MS) + 1;
    }

    /** Sends a message, or nothing if the connection is closed. */
    void send(Message message) {
        tlsLock.lock();
        try {
            tls.send(MessageWriter.write(message));
        } catch (IOException _) {
            // Who reads sees that it is closed.
        } finally {
            tlsLock.unlock();
        }
        flush();
    }

    /** Says goodbye after all that is waiting, and closes within two seconds. */
    void close() {
        tlsLock.lock();
        try {
            tls.close();
        } finally {
            tlsLock.unlock();
        }
        flush();
        if (!waiting.offer(CLOSE)) {
            abort();
        }
        var _ = Thread.ofVirtual().name("urdma-keys-closer").start(this::closeLate);
    }

    /** Closes at once. */
    void abort() {
        connection.close();
        writer.interrupt();
    }

    private void closeLate() {
        try {
            var _ = writer.join(LINGER.multipliedBy(2));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        abort();
    }

    private void flush() {
        tlsLock.lock();
        try {
            byte[] output = tls.takeOutput();
            if (output.length > 0 && !waiting.offer(output)) {
                abort();
            }
        } finally {
            tlsLock.unlock();
        }
    }

    private void write() {
        try {
            byte[] next = waiting.take();
            while (next.length > 0) {
                connection.write(next);
                next = waiting.take();
            }
            // What the peer still sends would otherwise reset the connection, and lose the goodbye.
            connection.shutdownOutput();
            drain();
        } catch (IOException _) {
            // Who reads sees it.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void drain() throws IOException {
        long endNs = AssociationClock.nowNs() + LINGER.toNanos();
        byte[] bytes = new byte[READ_BYTES];
        try {
            int read;
            do {
                read = connection.read(bytes, leftMs(endNs));
            } while (read >= 0);
        } catch (SocketTimeoutException _) {
            // It has had its time.
        }
    }
}
