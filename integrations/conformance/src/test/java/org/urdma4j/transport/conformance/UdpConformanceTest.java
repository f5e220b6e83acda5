package org.urdma4j.transport.conformance;

import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.conformance.VerbsConformance;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;

/** Over sockets of the loopback, on addresses that no other test uses. */
class UdpConformanceTest extends VerbsConformance {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.7.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.7.2");

    @Override
    protected Context[] open() {
        int port = freePort();
        return new Context[] {open(ONE, port), open(OTHER, port)};
    }

    private static int freePort() {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(ONE, 0))) {
            return socket.getLocalPort();
        } catch (SocketException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Context open(InetAddress address, int port) {
        return new SoftDevice(
                        address.getHostAddress(),
                        1,
                        () -> UdpPort.open(UdpPortConfig.builder(address).port(port).build()))
                .open();
    }
}
