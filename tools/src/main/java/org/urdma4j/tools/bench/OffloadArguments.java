package org.urdma4j.tools.bench;

import org.urdma4j.transport.port.udp.UdpOffload;

import picocli.CommandLine.Option;

import java.util.EnumSet;
import java.util.Set;

/** What the kernel isn't to do for the UDP sockets of this end. */
final class OffloadArguments {
    @Option(
            names = "--no-gso",
            description = "Send packet by packet, as a kernel without UDP_SEGMENT has it.")
    private boolean noGso;

    @Option(
            names = "--no-gro",
            description = "Be handed packet by packet, as by a kernel without UDP_GRO.")
    private boolean noGro;

    /**
     * Checks what can be checked without a network.
     *
     * @param udp whether RDMA goes through a UDP socket
     * @throws IllegalArgumentException if there is nothing to do without
     */
    void check(boolean udp) {
        if (!udp && !without().isEmpty()) {
            throw new IllegalArgumentException(
                    "--no-gso and --no-gro are for RDMA over --backend udp");
        }
    }

    Set<UdpOffload> without() {
        Set<UdpOffload> without = EnumSet.noneOf(UdpOffload.class);
        if (noGso) {
            without.add(UdpOffload.GSO);
        }
        if (noGro) {
            without.add(UdpOffload.GRO);
        }
        return without;
    }
}
