package org.urdma4j.transport.association.net;

import org.urdma4j.transport.association.door.KeyDoor;
import org.urdma4j.transport.association.door.TcpConnection;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lets so many strangers in at a time, and disconnects the others at once. */
final class Acceptor implements AutoCloseable {
    private final Device device;
    private final Greeter.Admission admission;
    private final HandshakeGate gate =
            new HandshakeGate(
                    Associations.MOST_HANDSHAKES, Associations.MOST_HANDSHAKES_OF_ADDRESS);
    private final Set<TcpConnection> strangers = ConcurrentHashMap.newKeySet();
    private KeyDoor.Open door;

    Acceptor(Device device, Greeter.Admission admission) {
        this.device = device;
        this.admission = admission;
    }

    /**
     * Begins to listen.
     *
     * @return the TCP port
     */
    int open(KeyDoor where, int port) throws IOException {
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
        InetAddress from = connection.remote().getAddress();
        if (!gate.enter(from)) {
            connection.abort();
            return;
        }
        strangers.add(connection);
        Greeter greeter = new Greeter(device, connection, admission, () -> leave(connection, from));
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

    private void leave(TcpConnection connection, InetAddress from) {
        strangers.remove(connection);
        gate.leave(from);
    }

    /** Returns how many shake hands. */
    int strangers() {
        return strangers.size();
    }

    /** Stops to listen; strangers are disconnected, associations are left to others. */
    @Override
    public void close() {
        door.close();
        strangers.forEach(TcpConnection::close);
    }
}
