package org.urdma4j.transport.port.pcap;

import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;

/** A process of its own for {@link PcapWithoutRootTest}: a port opened and closed. */
final class PcapOpening {
    private PcapOpening() {}

    public static void main(String[] args) {
        InetAddress address = InetAddress.ofLiteral(args[0]);
        try (PcapPort port = PcapPort.open(FramePortConfig.builder(address).build())) {
            System.out.println("open: " + port.description());
        } catch (VerbsException e) {
            System.out.println(e.getMessage());
        }
        System.exit(0);
    }
}
