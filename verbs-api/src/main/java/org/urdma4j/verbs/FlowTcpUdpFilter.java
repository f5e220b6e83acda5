package org.urdma4j.verbs;

/**
 * Ports of TCP or UDP: {@code struct ibv_flow_tcp_udp_filter}. Immutable.
 *
 * @param dstPort destination, 16 bits
 * @param srcPort source, 16 bits
 */
public record FlowTcpUdpFilter(int dstPort, int srcPort) {
    /** Zero in both. */
    public static final FlowTcpUdpFilter NONE = new FlowTcpUdpFilter(0, 0);

    /** All bits of a port: the usual mask. */
    public static final int PORT_MASK = 0xffff;

    /** Checks the ranges. */
    public FlowTcpUdpFilter {
        Checks.range("dstPort", dstPort, 0, PORT_MASK);
        Checks.range("srcPort", srcPort, 0, PORT_MASK);
    }

    /** Returns the same with another destination. */
    public FlowTcpUdpFilter dstPort(int port) {
        return new FlowTcpUdpFilter(port, srcPort);
    }

    /** Returns the same with another source. */
    public FlowTcpUdpFilter srcPort(int port) {
        return new FlowTcpUdpFilter(dstPort, port);
    }
}
