package org.urdma4j.transport.association.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Listens; lets so many strangers in at a time, and disconnects the others at once. */
final class Acceptor implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());
    private static final int BACKLOG = 128;
    private static final Duration MOST_TO_CLOSE = Duration.ofSeconds(5);
    private static final int AFTER_FAILURE_MS = 100;

    private final Device device;
    private final Greeter.Admission admission;
    private final ServerSocket server;
    private Thread thread;
    private final HandshakeGate gate =
            new HandshakeGate(
                    Associations.MOST_HANDSHAKES, Associations.MOST_HANDSHAKES_OF_ADDRESS);
    private final Set<Socket> strangers = ConcurrentHashMap.newKeySet();

    Acceptor(Device device, int port, Greeter.Admission admission) throws IOException {
        this.device = device;
        this.admission = admission;
        server = new ServerSocket();
        try {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(device.address(), port), BACKLOG);
        } catch (IOException e) {
            server.close();
            throw new AssociationException(
                    "the key port, TCP port %d of %s, can't be listened on (%s)"
                            .formatted(port, device.address().getHostAddress(), e.getMessage()));
        }
    }

    int port() {
        return server.getLocalPort();
    }

    void start() {
        thread = Thread.ofVirtual().name("urdma-keys-acceptor").start(this::run);
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
        InetAddress from = socket.getInetAddress();
        if (!gate.enter(from)) {
            // Nothing is kept of it, not even by the kernel.
            socket.setSoLinger(true, 0);
            socket.close();
            return;
        }
        strangers.add(socket);
        Greeter greeter = new Greeter(device, socket, admission, () -> leave(socket, from));
        var _ =
                Thread.ofVirtual()
                        .name("urdma-keys-greeter")
                        .start(() -> {
                            try {
                                greeter.run();
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }

    private void leave(Socket socket, InetAddress from) {
        strangers.remove(socket);
        gate.leave(from);
    }

    private static void pause() {
        try {
            Thread.sleep(AFTER_FAILURE_MS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns how many shake hands. */
    int strangers() {
        return strangers.size();
    }

    /** Stops to listen; strangers are disconnected, associations are left to others. */
    @Override
    public void close() {
        try {
            server.close();
            for (Socket one : strangers) {
                one.close();
            }
        } catch (IOException _) {
            // Closed is closed.
        }
        try {
            // The port is free when nobody waits for connections any more.
            if (thread != null) {
                var _ = thread.join(MOST_TO_CLOSE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
