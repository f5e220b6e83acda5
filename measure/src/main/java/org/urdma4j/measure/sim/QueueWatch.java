package org.urdma4j.measure.sim;

import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkTap;

import java.util.HashMap;
import java.util.Map;

/** Notes how long each packet waits in the bottleneck's queue, by flow. */
final class QueueWatch implements LinkTap<SimulatedPacket> {
    private final Map<String, LogHistogram> bySender = new HashMap<>();
    private LogHistogram only;

    /** Adds a flow and returns the histogram of its waits, in ns. */
    LogHistogram watch(String sender) {
        LogHistogram waits = new LogHistogram();
        only = bySender.isEmpty() ? waits : null;
        bySender.put(sender, waits);
        return waits;
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long queuedNs) {
        LogHistogram waits = only != null ? only : bySender.get(packet.sender());
        waits.record(queuedNs);
    }
}
