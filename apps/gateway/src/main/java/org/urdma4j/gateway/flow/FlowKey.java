package org.urdma4j.gateway.flow;

import org.urdma4j.gateway.packet.Headers;

/**
 * Who a flow is between. Addresses are IPv6, or IPv4 mapped to it, in halves.
 *
 * @param qpn the queue pair that the requests go to
 */
public record FlowKey(
        long sourceHigh, long sourceLow, long destinationHigh, long destinationLow, int qpn) {
    /** Returns the flow that goes the way of a packet, to the queue pair that it names. */
    public static FlowKey of(Headers packet) {
        return along(packet, packet.transport().destQp());
    }

    /** Returns the flow that goes the way of a packet, to this queue pair. */
    public static FlowKey along(Headers packet, int qpn) {
        return new FlowKey(
                packet.sourceHigh(),
                packet.sourceLow(),
                packet.destinationHigh(),
                packet.destinationLow(),
                qpn);
    }

    /** Returns the flow that goes the opposite way of a packet, to this queue pair. */
    public static FlowKey against(Headers packet, int qpn) {
        return new FlowKey(
                /* sourceHigh= */ packet.destinationHigh(),
                /* sourceLow= */ packet.destinationLow(),
                /* destinationHigh= */ packet.sourceHigh(),
                /* destinationLow= */ packet.sourceLow(),
                qpn);
    }
}
