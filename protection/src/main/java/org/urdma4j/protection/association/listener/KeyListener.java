package org.urdma4j.protection.association.listener;

import java.io.IOException;
import java.net.InetAddress;
import java.util.function.Consumer;

/** Where a device is found by others who want to agree on keys with it. Any thread may call. */
@FunctionalInterface
public interface KeyListener {
    /** A TCP port of the device's own, at its address. */
    KeyListener OWN = SocketKeyListener::open;

    /**
     * Nowhere: only this end asks, as a client does, who then needs no open port and may have an
     * address and port of somebody else who listens.
     */
    KeyListener NONE = (_, port, _) -> new NoKeyListener(port);

    /**
     * Begins to listen.
     *
     * @param local address of the device
     * @param port TCP port; 0 for any that is free
     * @param visitors is given each connection, on a thread that it must not keep
     * @throws IOException if that can't be; the message is one line
     */
    Open open(InetAddress local, int port, Consumer<TcpConnection> visitors) throws IOException;

    /** An open door. */
    interface Open extends AutoCloseable {
        int port();

        /** Lets nobody in any more, and returns when that is so. Connections stay. */
        @Override
        void close();
    }
}
