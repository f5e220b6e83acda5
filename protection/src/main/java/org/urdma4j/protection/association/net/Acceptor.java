package org.urdma4j.protection.association.net;

import org.urdma4j.protection.admission.Quota;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.protection.association.listener.TcpConnection;

import java.io.IOException;
import java.util.Optional;

/**
 * Lets so many strangers in at a time, and disconnects the others at once: those who come from an
 * address that has its share, otherwise the oldest of the network that has most.
 */
final class Acceptor implements AutoCloseable {
    private final Device device;
    private final TlsAcceptor.Admission admission;
    private final HandshakeGate gate =
            new HandshakeGate(
                    new Quota(
                            Associations.MOST_HANDSHAKES,
                            Associations.MOST_HANDSHAKES_OF_NETWORK,
                            Associations.MOST_HANDSHAKES_OF_ADDRESS));
    private KeyListener.Open door;

    Acceptor(Device device, TlsAcceptor.Admission admission) {
        this.device = device;
        this.admission = admission;
    }

    /**
     * Begins to listen.
     *
     * @return the TCP port
     */
    int open(KeyListener where, int port) throws IOException {
        try {
            door = where.open(device.address(), port, this::admit);
            return door.port();
        } catch (IOException e) {
            throw new AssociationException(e.getMessage());
        }
    }

    int port() {
        return door.port();
    }

    private void admit(TcpConnection connection) {
        Optional<TcpConnection> turnedAway = gate.enter(connection, AssociationClock.nowNs());
        turnedAway.ifPresent(TcpConnection::abort);
        if (turnedAway.isPresent() && turnedAway.get().equals(connection)) {
            return;
        }
        try {
            greet(connection);
        } catch (RuntimeException | Error e) { // it will never leave by itself
            gate.leave(connection);
            throw e;
        }
    }

    private void greet(TcpConnection connection) {
        TlsAcceptor acceptor =
                new TlsAcceptor(device, connection, admission, () -> gate.leave(connection));
        var _ =
                Thread.ofVirtual()
                        .name("urdma-keys-greeter")
                        .start(() -> {
                            try {
                                acceptor.run();
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        });
    }

    int strangers() {
        return gate.count();
    }

    /** Stops to listen; strangers are disconnected, associations are left to others. */
    @Override
    public void close() {
        door.close();
        gate.inside().forEach(TcpConnection::close);
    }
}
