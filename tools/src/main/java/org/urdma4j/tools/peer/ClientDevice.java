package org.urdma4j.tools.peer;

import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Opens devices of this machine for connections to a host. */
@FunctionalInterface
public interface ClientDevice {
    /**
     * Opens the device with the address from which packets to a host go.
     *
     * @param host for messages
     * @param port UDP port of the host
     * @param own UDP port of the device, where one can be chosen; 0 for any, which a client behind
     *     a translator needs
     * @throws IOException with a line for the user
     */
    Context open(String host, InetAddress address, int port, int own) throws IOException;

    /**
     * Returns the address of this machine from which packets to a host go.
     *
     * @param bind that of the user's choice, or null
     * @throws IOException with a line for the user, if there is none
     */
    static InetAddress local(String bind, String host, InetAddress address, int port)
            throws IOException {
        if (bind != null) {
            return Addresses.ALL.of(bind).getFirst();
        }
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(address, port));
            return socket.getLocalAddress();
        } catch (UncheckedIOException e) {
            throw new IOException("there is no way to " + host, e);
        }
    }
}
