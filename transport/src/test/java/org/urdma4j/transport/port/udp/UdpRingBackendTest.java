package org.urdma4j.transport.port.udp;

import org.urdma4j.transport.port.BackendSuite;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.IoTransport;

import java.net.InetAddress;

class UdpRingBackendTest extends BackendSuite {
    private static final InetAddress ONE = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress OTHER = InetAddress.ofLiteral("127.0.0.2");

    @Override
    protected NetworkPort[] open() {
        Sockets.assumeRingAvailable();
        int port = FreePort.on(ONE, OTHER);
        return new NetworkPort[] {open(ONE, port), open(OTHER, port)};
    }

    private static NetworkPort open(InetAddress address, int port) {
        return UdpPort.open(
                UdpPortConfig.builder(address)
                        .port(port)
                        .ioTransport(IoTransport.IO_URING)
                        .build());
    }
}
