package org.urdma4j.measure.sim;

import org.HdrHistogram.Histogram;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkTap;

import java.util.HashMap;
import java.util.Map;

/** Notes how long each packet waits in the bottleneck's queue, by flow. */
final class QueueWatch implements LinkTap<SimulatedPacket> {
    private final Map<String, Histogram> bySender = new HashMap<>();
    private Histogram only;

    /** Adds a flow and returns the histogram of its waits, in ns. */
    Histogram watch(String sender) {
        Histogram waits = new Histogram(Summary.DIGITS);
        only = bySender.isEmpty() ? waits : null;
        bySender.put(sender, waits);
        return waits;
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long queuedNs) {
        Histogram waits = only != null ? only : bySender.get(packet.sender());
        waits.recordValue(queuedNs);
    }
}
