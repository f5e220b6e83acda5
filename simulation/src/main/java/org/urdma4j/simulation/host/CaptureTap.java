package org.urdma4j.simulation.host;

import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.simulation.link.DropCause;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.pcap.FrameHeaders;
import org.urdma4j.simulation.pcap.PcapTap;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Captures a link that several routes share: each packet under the addresses of its own. */
final class CaptureTap implements LinkTap<SimulatedPacket> {
    private final Function<FrameHeaders, PcapTap<SimulatedPacket>> taps;
    private final Map<SimulatedRoute, PcapTap<SimulatedPacket>> byRoute = new HashMap<>();

    private CaptureTap(Function<FrameHeaders, PcapTap<SimulatedPacket>> taps) {
        this.taps = taps;
    }

    static CaptureTap atSender(PcapWriter writer) {
        return new CaptureTap(
                headers -> PcapTap.atSender(writer, 0, headers, SimulatedPacket.VIEW));
    }

    static CaptureTap atReceiver(PcapWriter writer) {
        return new CaptureTap(
                headers -> PcapTap.atReceiver(writer, 0, headers, SimulatedPacket.VIEW));
    }

    private PcapTap<SimulatedPacket> of(SimulatedPacket packet) {
        PcapTap<SimulatedPacket> tap = byRoute.get(packet.route);
        if (tap == null) {
            tap = taps.apply(packet.route.headers());
            byRoute.put(packet.route, tap);
        }
        return tap;
    }

    @Override
    public void onTransmit(
            SimulatedPacket packet, int packetBytes, long nowNs, long departNs, long queuedNs) {
        of(packet).onTransmit(packet, packetBytes, nowNs, departNs, queuedNs);
    }

    @Override
    public void onDeliver(
            SimulatedPacket packet, int packetBytes, int marks, long dueNs, long lateNs) {
        of(packet).onDeliver(packet, packetBytes, marks, dueNs, lateNs);
    }

    @Override
    public void onDrop(SimulatedPacket packet, int packetBytes, DropCause cause, long nowNs) {
        of(packet).onDrop(packet, packetBytes, cause, nowNs);
    }
}
