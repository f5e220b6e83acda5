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
 * @param clock names what its packets are dated by; empty if nothing tells, or if they aren't
 */
public record EndFacts(
        int mtu, int payloadBytes, long socketBufferBytes, Set<UdpOffload> without, String clock) {
    /** An end whose packets aren't dated. */
    public EndFacts(int mtu, int payloadBytes, long socketBufferBytes, Set<UdpOffload> without) {
        this(mtu, payloadBytes, socketBufferBytes, without, "");
    }

    /** An end whose packets are dated by the clock of this process. */
    public static EndFacts dated(
            int payloadBytes, long socketBufferBytes, Set<UdpOffload> without) {
        return new EndFacts(
                payloadBytes, payloadBytes, socketBufferBytes, without, MachineClock.name());
    }

    /** Copies the set, in order; what an end doesn't tell is empty. */
    public EndFacts {
        clock = clock == null ? "" : clock;
        without =
                without == null || without.isEmpty()
                        ? Set.of()
                        : Collections.unmodifiableSet(EnumSet.copyOf(without));
    }
}
