package org.urdma4j.tools.devices;

import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.transport.provider.Guids;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;

/** A device of ours whose UDP port is taken: it tells the same of itself over another one. */
final class TakenDevice {
    private static final String PREFIX = "udp-";

    private TakenDevice() {}

    /** Returns the address in a device's name, or that it is; null if there is none. */
    static InetAddress address(String name) {
        String address = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
        try {
            return InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /**
     * Opens it at any port that is free.
     *
     * @throws VerbsException if there is none
     */
    static Context open(InetAddress address) {
        UdpPortConfig config = UdpPortConfig.builder(address).port(freePort(address)).build();
        String name = PREFIX + address.getHostAddress();
        return new SoftDevice(name, Guids.of(address), () -> UdpPort.open(config)).open();
    }

    private static int freePort(InetAddress address) {
        try (DatagramSocket socket = new DatagramSocket(0, address)) {
            return socket.getLocalPort();
        } catch (SocketException e) {
            throw new VerbsException(Errno.EIO, "no UDP port is free: " + e.getMessage(), e);
        }
    }
}
