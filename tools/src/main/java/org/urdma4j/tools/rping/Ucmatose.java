package org.urdma4j.tools.rping;

import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Several connections, over each of which both ends send some messages; then the server
 * disconnects. As ucmatose does, but for the order: both ends send at once, which suits either end
 * of ucmatose, since receives are posted before a connection is made.
 */
final class Ucmatose implements AutoCloseable {
    private final int messages;
    private final int size;
    private final Duration patience;
    private final List<PassiveEndpoint> endpoints = new ArrayList<>();

    /**
     * Creates an end without connections.
     *
     * @param messages each way over each connection
     * @param size of a message in bytes; with 0 none are sent
     */
    Ucmatose(int messages, int size, Duration patience) {
        this.messages = size == 0 ? 0 : messages;
        this.size = size;
        this.patience = patience;
    }

    EndpointOptions options() {
        return EndpointOptions.builder().depth(Math.max(1, messages)).patience(patience).build();
    }

    /** Connects {@code connections} times. */
    void connect(Context context, InetSocketAddress server, int connections)
            throws IOException, InterruptedException {
        try {
            for (int i = 0; i < connections; i++) {
                endpoints.add(
                        PassiveEndpoint.connect(context, server, options(), this::postReceives));
            }
        } catch (VerbsException e) {
            throw new Unreached(server, e, "ucmatose");
        }
    }

    /** Accepts {@code connections} peers, waiting {@code wait} for the first. */
    void accept(PassiveServer server, int connections, Duration wait) throws InterruptedException {
        for (int i = 0; i < connections; i++) {
            endpoints.add(server.accept(i == 0 ? wait : patience, this::postReceives));
        }
    }

    private void postReceives(PassiveEndpoint endpoint) {
        if (messages > 0) {
            MemoryRegion memory = endpoint.allocate(size);
            for (int i = 0; i < messages; i++) {
                endpoint.receive(memory, i);
            }
        }
    }

    /**
     * Sends all messages and waits for all those of the peer. A server ends the connection once it
     * has all of them, perhaps before a client knows of it.
     */
    void exchange(boolean server) throws InterruptedException {
        for (PassiveEndpoint endpoint : endpoints) {
            if (messages > 0) {
                MemoryRegion memory = endpoint.allocate(size);
                for (int i = 0; i < messages; i++) {
                    endpoint.send(memory, size, i);
                }
            }
        }
        for (PassiveEndpoint endpoint : endpoints) {
            for (int i = 0; i < messages; i++) {
                endpoint.awaitReceive();
            }
        }
        for (PassiveEndpoint endpoint : endpoints) {
            awaitSends(endpoint, server);
        }
    }

    private void awaitSends(PassiveEndpoint endpoint, boolean server) throws InterruptedException {
        try {
            for (int i = 0; i < messages; i++) {
                endpoint.awaitSend();
            }
        } catch (VerbsException e) {
            if (server || e.errno() != Errno.ECONNRESET) {
                throw e;
            }
        }
    }

    /** Ends the connections; a client leaves that to the server, unless it takes too long. */
    void disconnect(boolean server) throws InterruptedException {
        for (PassiveEndpoint endpoint : endpoints) {
            if (server || !endpoint.awaitDisconnected(patience)) {
                endpoint.disconnect();
            }
        }
        for (PassiveEndpoint endpoint : endpoints) {
            if (server) {
                endpoint.awaitDisconnected(patience);
            }
        }
    }

    @Override
    public void close() {
        endpoints.forEach(PassiveEndpoint::close);
    }
}
