package org.urdma4j.transport.port.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * Control message with the type of service (IP_TOS, ip(7)) or the traffic class (IPV6_TCLASS, RFC
 * 3542) that a datagram came with. Joined ones have the same.
 */
final class TrafficClassControl {
    // linux/in.h and linux/in6.h
    private static final int IPPROTO_IP = 0;
    private static final int IP_TOS = 1;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_TCLASS = 67;

    private TrafficClassControl() {}

    /**
     * Returns what the one behind {@code at} says, 0 if there is none.
     *
     * @param bytes of control messages
     */
    static int read(MemorySegment controls, long at, long bytes) {
        long ipv4 = ControlMessages.find(controls, at, bytes, IPPROTO_IP, IP_TOS);
        if (ipv4 != ControlMessages.NONE) {
            return Byte.toUnsignedInt(controls.get(JAVA_BYTE, ipv4));
        }
        long ipv6 = ControlMessages.find(controls, at, bytes, IPPROTO_IPV6, IPV6_TCLASS);
        return ipv6 == ControlMessages.NONE ? 0 : controls.get(JAVA_INT, ipv6);
    }
}
