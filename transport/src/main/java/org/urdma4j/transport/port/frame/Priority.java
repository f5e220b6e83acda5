package org.urdma4j.transport.port.frame;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Vlan;

import java.nio.ByteBuffer;

/**
 * The priority of a frame, which PFC can stop: that of its VLAN tag (PCP) if it has one, else the
 * upper three bits of the DSCP, else 0.
 */
public final class Priority {
    private static final int PCP_SHIFT = 13;
    private static final int CLASS_SHIFT = 5;

    private Priority() {}

    /**
     * Returns that of a frame as it is on the link.
     *
     * @param at its index
     * @param bytes of it that are there, 14 or more
     */
    public static int ofFrame(ByteBuffer b, int at, int bytes) {
        int etherType = Ethernet.etherType(b, at);
        if (bytes < Ethernet.LENGTH + Short.BYTES) {
            return 0;
        }
        return EtherType.isTag(etherType)
                ? Vlan.priority(b, at + Ethernet.LENGTH)
                : ofHeader(b, at + Ethernet.LENGTH, etherType);
    }

    /** Returns that of a frame with a tag of 16 bits. */
    static int ofTag(int tag) {
        return tag >> PCP_SHIFT & 7;
    }

    /** Returns that of a frame without a tag, whose network header is at {@code at}. */
    static int ofHeader(ByteBuffer b, int at, int etherType) {
        return switch (etherType) {
            case EtherType.IPV4 -> Ipv4.tos(b, at) >> CLASS_SHIFT;
            case EtherType.IPV6 -> Ipv6.trafficClass(b, at) >> CLASS_SHIFT;
            default -> 0;
        };
    }
}
