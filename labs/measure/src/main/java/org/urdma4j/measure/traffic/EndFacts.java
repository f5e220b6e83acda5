package org.urdma4j.measure.traffic;

import org.urdma4j.transport.port.udp.UdpOffload;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What an end knows of itself once it is connected.
 *
 * @param mtu the same as {@code payloadBytes} for URDMA, the path MTU for Standard, MSS for TCP
 * @param payloadBytes the most payload of a packet
 * @param socketBufferBytes receive buffer that the kernel granted, as it reckons, 0 if unknown
 * @param without offloads of the kernel that it was told to do without
 */
public record EndFacts(int mtu, int payloadBytes, long socketBufferBytes, Set<UdpOffload> without) {
    /** Copies the set, in order; of an end that doesn't tell it is empty. */
    public EndFacts {
        without =
                without == null || without.isEmpty()
                        ? Set.of()
                        : Collections.unmodifiableSet(EnumSet.copyOf(without));
    }
}
