package org.urdma4j.tools.peer;

import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.copy.rdma.CopyPaths;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Opens software devices over UDP, which nobody asks for keys.
 *
 * @param name of the program, for who looks at devices
 * @param bind address of this machine to use, or null
 * @param paths with which addresses besides
 */
public record UdpClientDevice(
        String name,
        String bind,
        CopyPaths paths,
        Optional<ProtectionMaker> protection,
        RandomGenerator random)
        implements ClientDevice {
    private static final int TRIES = 20;

    @Override
    public Context open(String host, InetAddress address, int port, int own) throws IOException {
        boolean loopback = address.isLoopbackAddress() && address instanceof Inet4Address;
        if (bind == null && loopback) {
            return openLoopback(port);
        }
        InetAddress local = ClientDevice.local(bind, host, address, port);
        if (local.equals(address)) {
            throw new IOException(
                    "%s is this machine, and both ends need an address: give another by --bind"
                            .formatted(host));
        }
        try {
            return open(local, own, port);
        } catch (BindException e) { // another client of this machine has it
            if (!paths.equals(CopyPaths.ONE)) {
                throw e; // several addresses have one port, which has to be known
            }
            return open(local, 0, port);
        }
    }

    private Context open(InetAddress local, int own, int port) throws IOException {
        return CopyDevice.open(name, local, own, port, protection, KeyListener.NONE, paths);
    }

    /** Takes any address of 127/8, of which each process needs one of its own. */
    private Context openLoopback(int port) throws IOException {
        for (int i = 1; ; i++) {
            byte[] bytes = {127, (byte) random.nextInt(1, 64), (byte) random.nextInt(), 1};
            bytes[3] = (byte) random.nextInt(1, 255);
            try {
                return open(InetAddress.getByAddress(bytes), port, port);
            } catch (BindException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }
}
