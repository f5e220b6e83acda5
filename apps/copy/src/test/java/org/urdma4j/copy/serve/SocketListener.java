package org.urdma4j.copy.serve;

import org.urdma4j.copy.wire.Listener;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;

/** Clients by sockets, in place of RDMA. */
final class SocketListener implements Listener {
    private final ServerSocketChannel sockets;

    SocketListener(ServerSocketChannel sockets) {
        this.sockets = sockets;
    }

    @Override
    public Accepted accept() throws IOException {
        return new Accepted(sockets.accept(), "somebody");
    }

    @Override
    public void close() throws IOException {
        sockets.close();
    }
}
