package org.urdma4j.verbs;

import java.util.Objects;

/**
 * TCP or UDP, over IPv4 or IPv6: {@code struct ibv_flow_spec_tcp_udp}. Later fragments have no such
 * header and never match. Immutable.
 *
 * @param type {@link FlowSpecType#TCP} or {@link FlowSpecType#UDP}
 * @param val what the fields have to be
 * @param mask which of their bits count
 */
public record FlowSpecTcpUdp(FlowSpecType type, FlowTcpUdpFilter val, FlowTcpUdpFilter mask)
        implements FlowSpec {
    /** Checks that there are both, and the type. */
    public FlowSpecTcpUdp {
        Objects.requireNonNull(val, "val");
        Objects.requireNonNull(mask, "mask");
        if (type != FlowSpecType.TCP && type != FlowSpecType.UDP) {
            throw new IllegalArgumentException("type is TCP or UDP, not " + type);
        }
    }

    /** Makes one of TCP. */
    public static FlowSpecTcpUdp tcp(FlowTcpUdpFilter val, FlowTcpUdpFilter mask) {
        return new FlowSpecTcpUdp(FlowSpecType.TCP, val, mask);
    }

    /** Makes one of UDP. */
    public static FlowSpecTcpUdp udp(FlowTcpUdpFilter val, FlowTcpUdpFilter mask) {
        return new FlowSpecTcpUdp(FlowSpecType.UDP, val, mask);
    }
}
