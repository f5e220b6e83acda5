package org.urdma4j.protection.association.listener;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Consumer;

/** A listening socket with a virtual thread that accepts. */
final class SocketKeyListener implements KeyListener.Open {
    private static final System.Logger LOG = System.getLogger(SocketKeyListener.class.getName());
    private static final int BACKLOG = 128;
    private static final Duration MOST_TO_CLOSE = Duration.ofSeconds(5);
    private static final int AFTER_FAILURE_MS = 100;

    private final ServerSocket server;
    private final Consumer<TcpConnection> visitors;
    private final Thread thread;

    private SocketKeyListener(ServerSocket server, Consumer<TcpConnection> visitors) {
        this.server = server;
        this.visitors = visitors;
        thread = Thread.ofVirtual().name("urdma-keys-acceptor").start(this::run);
    }

    static KeyListener.Open open(InetAddress local, int port, Consumer<TcpConnection> visitors)
            throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(local, port), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "the key port, TCP port %d of %s, can't be listened on (%s)"
                            .formatted(port, local.getHostAddress(), e.getMessage()),
                    e);
        }
        return new SocketKeyListener(server, visitors);
    }

    @Override
    public int port() {
        return server.getLocalPort();
    }

    private void run() {
        while (!server.isClosed()) {
            try {
                admit(server.accept());
            } catch (IOException e) {
                if (!server.isClosed()) {
                    LOG.log(System.Logger.Level.WARNING, "The key port fails: {0}", e);
                    pause();
                }
            }
        }
    }

    private void admit(Socket socket) throws IOException {
        TcpConnection connection;
        try {
            connection = TcpConnection.of(socket);
        } catch (IOException _) {
            socket.close(); // the peer is gone already
            return;
        }
        try {
            visitors.accept(connection);
        } catch (RuntimeException | Error e) { // this visitor's; there will be others
            LOG.log(System.Logger.Level.WARNING, "The key port turns a peer away: {0}", e);
            connection.abort();
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(AFTER_FAILURE_MS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException _) {
            // Closed is closed.
        }
        try {
            // The port is free when nobody waits for connections any more.
            var _ = thread.join(MOST_TO_CLOSE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
