package org.urdma4j.tools.peer;

import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.copy.rdma.CopyPaths;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A device of this machine for connections to a host; nobody asks it for keys. */
public final class ClientDevice {
    private static final int TRIES = 20;

    private ClientDevice() {}

    /**
     * Opens the device with the address from which packets to a host go.
     *
     * @param name of the program, for who looks at devices
     * @param host for messages
     * @param bind address of this machine to use, or null
     * @throws IOException with a line for the user
     */
    public static Context open(
            String name,
            String host,
            InetAddress address,
            int port,
            String bind,
            Optional<ProtectionMaker> protection,
            RandomGenerator random)
            throws IOException {
        return open(name, host, address, port, port, bind, CopyPaths.ONE, protection, random);
    }

    /**
     * The same with a UDP port of its own, beyond loopback.
     *
     * @param own 0 for any, which a client behind a translator needs
     * @param paths with which addresses besides
     */
    public static Context open(
            String name,
            String host,
            InetAddress address,
            int port,
            int own,
            String bind,
            CopyPaths paths,
            Optional<ProtectionMaker> protection,
            RandomGenerator random)
            throws IOException {
        boolean loopback = address.isLoopbackAddress() && address instanceof Inet4Address;
        if (bind == null && loopback) {
            return openLoopback(name, port, paths, protection, random);
        }
        InetAddress local =
                bind != null ? Addresses.ALL.of(bind).getFirst() : towards(address, port, host);
        if (local.equals(address)) {
            throw new IOException(
                    "%s is this machine, and both ends need an address: give another by --bind"
                            .formatted(host));
        }
        try {
            return CopyDevice.open(name, local, own, port, protection, KeyListener.NONE, paths);
        } catch (BindException e) { // another client of this machine has it
            if (!paths.equals(CopyPaths.ONE)) {
                throw e; // several addresses have one port, which has to be known
            }
            return CopyDevice.open(name, local, 0, port, protection, KeyListener.NONE, paths);
        }
    }

    private static InetAddress towards(InetAddress address, int port, String host)
            throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(address, port));
            return socket.getLocalAddress();
        } catch (UncheckedIOException e) {
            throw new IOException("there is no way to " + host, e);
        }
    }

    /** Takes any address of 127/8, of which each process needs one of its own. */
    private static Context openLoopback(
            String name,
            int port,
            CopyPaths paths,
            Optional<ProtectionMaker> protection,
            RandomGenerator random)
            throws IOException {
        for (int i = 1; ; i++) {
            byte[] bytes = {127, (byte) random.nextInt(1, 64), (byte) random.nextInt(), 1};
            bytes[3] = (byte) random.nextInt(1, 255);
            try {
                InetAddress local = InetAddress.getByAddress(bytes);
                return CopyDevice.open(
                        name, local, port, port, protection, KeyListener.NONE, paths);
            } catch (BindException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }
}
