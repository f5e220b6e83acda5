package org.urdma4j.transport.conformance;

import static org.junit.jupiter.api.Assumptions.abort;

import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.conformance.VerbsConformance;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;

/** Over sockets of the loopback by io_uring, on addresses that no other test uses. */
class UdpRingConformanceTest extends VerbsConformance {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.7.5");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.7.6");

    @Override
    protected Context[] open() {
        int port = freePort();
        try {
            return new Context[] {open(ONE, port), open(OTHER, port)};
        } catch (VerbsException e) {
            if (e.errno() == Errno.EOPNOTSUPP) {
                abort("skipped: " + e.getMessage());
            }
            throw e;
        }
    }

    private static int freePort() {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(ONE, 0))) {
            return socket.getLocalPort();
        } catch (SocketException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Context open(InetAddress address, int port) {
        UdpPortConfig config =
                UdpPortConfig.builder(address).port(port).ioTransport(IoTransport.IO_URING).build();
        return new SoftDevice(address.getHostAddress(), 1, () -> UdpPort.open(config)).open();
    }
}
