package org.urdma4j.measure.tcp;

import org.urdma4j.measure.port.Arrivals;
import org.urdma4j.measure.port.ServerPort;
import org.urdma4j.protection.association.listener.TcpConnection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;

/** Ports of servers that have streams alone. */
final class Ports {
    private Ports() {}

    /** Opens one on a port that is free; {@link UncheckedIOException} if it can't be. */
    static ServerPort open(InetAddress at) {
        ServerPort port;
        try {
            port = ServerPort.open(at, 0, new ServerPort.Limits(60_000_000_000L, 16));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        port.admit(
                new Arrivals() {
                    @Override
                    public void control(TcpConnection connection) {
                        connection.close();
                    }

                    @Override
                    public void turnedAway(String peer, String why, long closed) {
                        // the test sees that it is closed
                    }
                });
        return port;
    }
}
