package org.urdma4j.transport.port.udp;

import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.WrOpcode;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/** Captures on loopback while ports transfer: the program that {@link OnTheWireTest} starts. */
final class WireTransfer {
    private static final int BYTES = 500_003;

    private WireTransfer() {}

    /** Writes to the capture file that is named. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Process capture =
                new ProcessBuilder(
                                "dumpcap", "-q", "-B", "64", "-i", "lo", "-f", "udp", "-w", args[0])
                        .redirectErrorStream(true)
                        .start();
        try (BufferedReader output = capture.inputReader(StandardCharsets.UTF_8)) {
            String line = output.readLine();
            while (line != null && !line.startsWith("File:")) { // then it captures
                line = output.readLine();
            }
            for (Mtu mtu : new Mtu[] {Mtu.MTU_4096, Mtu.MTU_256}) {
                between("127.0.0.1", "127.0.0.2", true, mtu);
                between("127.0.0.1", "127.0.0.2", false, mtu);
                between("::1", "::1", true, mtu);
            }
            capture.toHandle().destroy(); // unlike Process.destroy() it leaves the output open
            output.lines().forEach(System.out::println);
        }
        System.exit(capture.waitFor());
    }

    private static void between(String one, String other, boolean epoll, Mtu mtu) {
        UdpPortConfig config = config(one, epoll);
        try (Endpoint a = new Endpoint(UdpPort.open(config), BYTES);
                Endpoint b = one.equals(other) ? a : peer(config(other, epoll))) {
            Endpoint.connect(a, b, mtu);
            a.fill(1);
            a.post(WrOpcode.RDMA_WRITE, b);
            a.awaitSuccess();
            a.post(WrOpcode.RDMA_READ, b);
            a.awaitSuccess();
        }
    }

    private static Endpoint peer(UdpPortConfig config) {
        return new Endpoint(UdpPort.open(config), BYTES);
    }

    private static UdpPortConfig config(String address, boolean epoll) {
        return UdpPortConfig.builder(InetAddress.ofLiteral(address))
                .ioTransport(epoll ? IoTransport.EPOLL : IoTransport.NIO)
                .build();
    }
}
