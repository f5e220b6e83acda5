package org.urdma4j.wan.shuttle;

import org.urdma4j.simulation.link.LinkTap;

/** Notes with each frame when its last packet leaves, so that its run is not waited for longer. */
final class DepartureTap implements LinkTap<Packet> {
    @Override
    public void onTransmit(
            Packet packet, int packetBytes, long nowNs, long departNs, long queuedNs) {
        packet.frame.lastDepartNs(departNs);
    }
}
