package org.urdma4j.protection.association.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Carries TCP connections on to another address, until they are cut. */
final class Relay implements AutoCloseable {
    private final ServerSocket server;
    private final InetSocketAddress to;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    Relay(InetAddress here, InetAddress to, int port) throws IOException {
        server = new ServerSocket(port, 50, here);
        this.to = new InetSocketAddress(to, port);
        var _ = Thread.ofVirtual().start(this::accept);
    }

    private void accept() {
        try {
            while (true) {
                Socket from = server.accept();
                Socket on = new Socket();
                on.connect(to);
                sockets.addAll(List.of(from, on));
                var _ = Thread.ofVirtual().start(() -> carry(from, on));
                var _ = Thread.ofVirtual().start(() -> carry(on, from));
            }
        } catch (IOException _) {
            // Closed.
        }
    }

    private static void carry(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // Cut.
        }
    }

    void cut() throws IOException {
        for (Socket one : List.copyOf(sockets)) {
            sockets.remove(one);
            one.close();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }
}
