package org.urdma4j.simulation.roce;

import org.urdma4j.codec.ib.TransportPacket;

/**
 * Shows the headers of a link's packets.
 *
 * @param <P> the packets
 */
@FunctionalInterface
public interface PacketView<P> {
    /**
     * Puts {@code view} over the packet: by {@link TransportPacket#wrap} with the length of the
     * whole packet, whether its payload is in the buffer or elsewhere.
     */
    void wrap(P packet, TransportPacket view);

    /**
     * Returns what earlier links did to the packet, bits of {@link
     * org.urdma4j.simulation.link.Marks}; none unless overridden.
     */
    default int marks(P packet) {
        return 0;
    }
}
