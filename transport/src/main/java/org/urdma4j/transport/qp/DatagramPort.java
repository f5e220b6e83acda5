package org.urdma4j.transport.qp;

import org.urdma4j.transport.wire.NetworkHeader;

/**
 * What UD queue pairs need of the network port.
 *
 * @param mtu the most payload of a packet, in bytes
 * @param header shows the network headers of packets that came in
 */
public record DatagramPort(int mtu, NetworkHeader header) {}
